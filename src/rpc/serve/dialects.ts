import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import type { Incoming } from '../call/incoming.ts';
import { base64, connectError, type WireFailure } from './failure.ts';
import { FLAG_CONNECT_END, FLAG_WEB_TRAILERS, frame } from './frames.ts';
import type { WebResponse } from './http.ts';

/** What differs between the ways an RPC travels over HTTP. */
export interface Dialect {
  readonly transport: Incoming['transport'];
  /** One bare message each way, no frames. */
  readonly unary: boolean;
  readonly json: boolean;
  /** The body of the request is base64. */
  readonly base64: boolean;
  /** Request header that names the compression. */
  readonly encodingHeader: string;
  /** Headers of a response that has begun to succeed. */
  readonly headers: OutgoingHttpHeaders;
  timeoutMs(headers: IncomingHttpHeaders): number | undefined;
  message(bytes: Uint8Array): Buffer;
  end(response: WebResponse): void;
  fail(response: WebResponse, failure: WireFailure): void;
}

/** The dialect of a content type; undefined for any other. */
export function dialectOf(contentType: string, httpMajor: number): Dialect | undefined {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (httpMajor >= 2 && (type === 'application/grpc' || type === 'application/grpc+proto')) return grpc;
  return DIALECTS.get(type);
}

const TIMEOUT = /^([0-9]{1,8})([HMSmun])$/;
const UNIT_MS: Readonly<Record<string, number>> = { H: HOUR_MS, M: MINUTE_MS, S: SECOND_MS, m: 1, u: 1e-3, n: 1e-6 };

function grpcTimeout(headers: IncomingHttpHeaders): number | undefined {
  const [, amount, unit] = TIMEOUT.exec(String(headers['grpc-timeout'] ?? '')) ?? [];
  return amount && unit ? Number(amount) * (UNIT_MS[unit] ?? 0) : undefined;
}

function connectTimeout(headers: IncomingHttpHeaders): number | undefined {
  const text = String(headers['connect-timeout-ms'] ?? '');
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
}

const OK = { 'grpc-status': '0' };

function grpcTrailers({ status, trailers, bin }: WireFailure): Record<string, string> {
  const details = bin.length > 0 ? { 'grpc-status-details-bin': base64(bin) } : {};
  return { 'grpc-status': String(status.number), 'grpc-message': encodeURI(status.message), ...trailers, ...details };
}

const framed = { unary: false, json: false, base64: false, encodingHeader: 'grpc-encoding', timeoutMs: grpcTimeout };

const grpc: Dialect = {
  ...framed,
  transport: 'grpc',
  headers: { 'content-type': 'application/grpc', trailer: 'grpc-status' },
  message: bytes => frame(0, bytes),
  end(response) {
    response.addTrailers(OK);
    response.end();
  },
  fail(response, failure) {
    if (response.headersSent) response.addTrailers(grpcTrailers(failure));
    else {
      // Headers that end the stream are its trailers; clients read a status in no others.
      response.setHeader('content-type', 'application/grpc');
      for (const [key, value] of Object.entries(grpcTrailers(failure))) response.setHeader(key, value);
    }
    response.end();
  },
};

function grpcWeb(contentType: string, text: boolean): Dialect {
  const pack = (bytes: Buffer) => (text ? Buffer.from(bytes.toString('base64'), 'latin1') : bytes);
  const headers = { 'content-type': contentType };
  const finish = (response: WebResponse, trailers: Record<string, string>) => {
    if (!response.headersSent) response.writeHead(200, headers);
    const lines = Object.entries(trailers).map(([key, value]) => `${key}: ${value}\r\n`);
    response.end(pack(frame(FLAG_WEB_TRAILERS, Buffer.from(lines.join(''), 'latin1'))));
  };
  return {
    ...framed,
    transport: 'grpc-web',
    base64: text,
    headers,
    message: bytes => pack(frame(0, bytes)),
    end: response => finish(response, OK),
    fail: (response, failure) => finish(response, grpcTrailers(failure)),
  };
}

function connectUnary(json: boolean): Dialect {
  return {
    transport: 'connect',
    unary: true,
    json,
    base64: false,
    encodingHeader: 'content-encoding',
    headers: { 'content-type': json ? 'application/json' : 'application/proto' },
    timeoutMs: connectTimeout,
    message: bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    end: response => response.end(),
    fail(response, failure) {
      response.writeHead(failure.status.http, { 'content-type': 'application/json', ...failure.trailers });
      response.end(connectError(failure));
    },
  };
}

function connectStream(json: boolean): Dialect {
  const headers = { 'content-type': `application/connect+${json ? 'json' : 'proto'}` };
  const finish = (response: WebResponse, last: string) => {
    if (!response.headersSent) response.writeHead(200, headers);
    response.end(frame(FLAG_CONNECT_END, Buffer.from(last)));
  };
  return {
    ...framed,
    transport: 'connect',
    json,
    encodingHeader: 'connect-content-encoding',
    headers,
    timeoutMs: connectTimeout,
    message: bytes => frame(0, bytes),
    end: response => finish(response, '{}'),
    fail(response, failure) {
      const metadata = Object.fromEntries(Object.entries(failure.trailers).map(([key, value]) => [key, [value]]));
      finish(response, `{"error":${connectError(failure)},"metadata":${JSON.stringify(metadata)}}`);
    },
  };
}

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['application/grpc-web', grpcWeb('application/grpc-web+proto', false)],
  ['application/grpc-web+proto', grpcWeb('application/grpc-web+proto', false)],
  ['application/grpc-web-text', grpcWeb('application/grpc-web-text+proto', true)],
  ['application/grpc-web-text+proto', grpcWeb('application/grpc-web-text+proto', true)],
  ['application/json', connectUnary(true)],
  ['application/proto', connectUnary(false)],
  ['application/connect+json', connectStream(true)],
  ['application/connect+proto', connectStream(false)],
]);
