import { sentenceOf } from '../../kit/faults/fault-sentences.ts';
import {
  catalog,
  Fault,
  type FaultAbout,
  type FaultCode,
  type FaultName,
  faultCodes,
} from '../../kit/faults/faults.ts';
import { storageFault } from '../../kit/faults/file-trouble.ts';
import { BadInput, type Violation } from '../input.ts';

/** How a failed call looks to the client, before a transport gives it its form (error catalog section 1). */
export interface Status {
  readonly code: FaultCode;
  /** gRPC number of the code. */
  readonly number: number;
  readonly http: number;
  readonly connect: string;
  /** `ErrToken…: sentence`; without a token only for a call the client cancelled. */
  readonly message: string;
  readonly token: string;
  /** Catalog number as decimal text. */
  readonly tokenNumber: string;
  readonly about: FaultAbout;
  readonly violations: readonly Violation[];
}

/** A failed call on its way to the transport. */
export class RpcFailure extends Error {
  readonly status: Status;
  readonly requestId: string;

  constructor(status: Status, requestId: string, options?: ErrorOptions) {
    super(status.message, options);
    this.name = 'RpcFailure';
    this.status = status;
    this.requestId = requestId;
  }
}

/** The client went away: the answer is not read, so this has no token. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled by the client');
    this.name = 'Cancelled';
  }
}

/**
 * The status of anything that was thrown. What is not expected becomes `ErrTokenInternal`, and a disk that takes nothing the token that
 * says so, whatever was written; the cause is for the log only.
 */
export function statusOf(error: unknown): Status {
  if (error instanceof Cancelled) {
    const { number, http, connect } = faultCodes.CANCELLED;
    const none = { token: '', tokenNumber: '', about: {}, violations: [] };
    return { code: 'CANCELLED', number, http, connect, message: 'cancelled by the client', ...none };
  }
  if (error instanceof Fault) {
    const violations = error instanceof BadInput && error.violations.length > 1 ? error.violations : [];
    return faultStatus(error.fault, error.about, violations);
  }
  return faultStatus(storageFault(error)?.fault ?? 'Internal');
}

export function faultStatus(name: FaultName, about: FaultAbout = {}, violations: readonly Violation[] = []): Status {
  const { token, number: tokenNumber, code, http, text } = catalog[name];
  const { number, connect } = faultCodes[code];
  return {
    code,
    number,
    http,
    connect,
    message: `${token}: ${sentenceOf(name, text, about)}`,
    token,
    tokenNumber: String(tokenNumber),
    about,
    violations,
  };
}

/** The trailers beside grpc-status and grpc-message. */
export function statusTrailers(status: Status, requestId: string): Record<string, string> {
  if (status.token === '') return { 'x-request-id': requestId };
  return { 'x-error-token': status.token, 'x-error-number': status.tokenNumber, 'x-request-id': requestId };
}

/** `ErrorInfo` and, when more than one field is wrong, `BadRequest`, as protobuf JSON of google.rpc. */
export function statusDetails(status: Status): { type: string; value: object }[] {
  if (status.token === '') return [];
  const metadata = Object.fromEntries(Object.entries(status.about).map(([key, value]) => [key, String(value)]));
  const info = {
    reason: status.token,
    domain: 'platform.api.v1',
    metadata: { number: status.tokenNumber, ...metadata },
  };
  const details: { type: string; value: object }[] = [{ type: 'google.rpc.ErrorInfo', value: info }];
  if (status.violations.length > 0) {
    const field_violations = status.violations.map(({ field, fault, about }) => {
      const { token, text } = catalog[fault];
      return { field, description: `${token}: ${sentenceOf(fault, text, about)}`, reason: token };
    });
    details.push({ type: 'google.rpc.BadRequest', value: { field_violations } });
  }
  return details;
}
