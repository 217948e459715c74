import type protobuf from 'protobufjs';
import { systemClock } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { RpcFailure, type Status, statusDetails, statusOf, statusTrailers } from '../call/status.ts';
import { UnknownService } from './health.ts';

/** A failed call in the form all transports build on. */
export interface WireFailure {
  readonly status: Status;
  readonly trailers: Readonly<Record<string, string>>;
  /** google.rpc.Status in binary; empty when there is nothing to add. */
  readonly bin: Uint8Array;
  /** The details one by one, for Connect. */
  readonly details: readonly { type: string; value: Uint8Array; debug: object }[];
}

export type FailureEncoder = (error: unknown) => WireFailure;

/** Turns whatever a call threw into what goes on the wire. */
export function failureEncoder(types: protobuf.Root): FailureEncoder {
  const rpcStatus = types.lookupType('google.rpc.Status');
  return error => {
    const status = error instanceof UnknownService ? NO_SUCH_SERVICE : wireStatus(error);
    const requestId = error instanceof RpcFailure ? error.requestId : uuid7(systemClock.now());
    const details = statusDetails(status).map(({ type, value }) => ({
      type,
      value: types.lookupType(type).encode(value).finish(),
      debug: value,
    }));
    const any = details.map(({ type, value }) => ({ type_url: `type.googleapis.com/${type}`, value }));
    const message = { code: status.number, message: status.message, details: any };
    const bin = any.length === 0 ? new Uint8Array() : rpcStatus.encode(message).finish();
    return { status, trailers: statusTrailers(status, requestId), bin, details };
  };
}

function wireStatus(error: unknown): Status {
  return error instanceof RpcFailure ? error.status : statusOf(error);
}

const NO_SUCH_SERVICE: Status = {
  code: 'NOT_FOUND',
  number: 5,
  http: 404,
  connect: 'not_found',
  message: 'unknown service',
  token: '',
  tokenNumber: '',
  about: {},
  violations: [],
};

/** gRPC and Connect write binary values in base64 without padding. */
export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}

/** The error body of Connect. */
export function connectError({ status, details }: WireFailure): string {
  const shown = details.map(({ type, value, debug }) => ({ type, value: base64(value), debug }));
  return JSON.stringify({ code: status.connect, message: status.message, details: shown });
}
