// Any failure as what a person reads: what happened, what to do, and the details for support.
import { Code, ConnectError } from '@connectrpc/connect';
import { asSentence, type FaultKind, kindOfToken, splitFault } from '../../model/faults.ts';
import { words } from '../../words/words.ts';
import { RestFault } from './rest.ts';

export interface Fault {
  kind: FaultKind;
  text: string;
  todo: string;
  details: string;
  /** Of the API, where the failure is one field's. */
  field?: string;
}

const CODES: Partial<Record<Code, FaultKind>> = {
  [Code.Unavailable]: 'unreachable',
  [Code.PermissionDenied]: 'denied',
  [Code.Unauthenticated]: 'signIn',
  [Code.NotFound]: 'missing',
  [Code.AlreadyExists]: 'exists',
  [Code.InvalidArgument]: 'invalid',
  [Code.FailedPrecondition]: 'invalid',
  [Code.ResourceExhausted]: 'busy',
  [Code.DeadlineExceeded]: 'late',
};
const STATUSES: Readonly<Record<number, FaultKind>> = {
  400: 'invalid',
  401: 'signIn',
  403: 'denied',
  404: 'missing',
  409: 'exists',
  412: 'changed',
  429: 'busy',
  502: 'starting',
  503: 'starting',
  504: 'late',
};

export function faultOf(cause: unknown): Fault {
  if (cause instanceof ConnectError) {
    const { token, sentence } = splitFault(cause.rawMessage);
    const unreached = cause.code === Code.Unknown && token === '';
    const kind = kindOfToken(token) ?? (unreached ? 'unreachable' : CODES[cause.code]) ?? 'unexpected';
    return fault(kind, token, sentence, cause.metadata.get('x-request-id') ?? '', fieldOf(cause));
  }
  if (cause instanceof RestFault) {
    const kind = kindOfToken(cause.token) ?? STATUSES[cause.status] ?? 'unexpected';
    return fault(kind, cause.token, splitFault(cause.message).sentence, cause.requestId, cause.field);
  }
  if (cause instanceof TypeError) return fault('unreachable', '', cause.message, '');
  return fault('unexpected', '', cause instanceof Error ? cause.message : String(cause), '');
}

function fault(kind: FaultKind, token: string, sentence: string, requestId: string, field?: string): Fault {
  const { faults } = words.value;
  // what the server says of one field is more exact than any sentence of ours
  const own =
    token !== '' && (kind === 'invalid' || kind === 'exists' || kind === 'over') ? asSentence(sentence) : faults[kind];
  return {
    kind,
    text: own,
    todo: faults[`${kind}Todo`],
    details: [token || sentence, requestId].filter(Boolean).join(' · '),
    ...(field === undefined ? {} : { field }),
  };
}

function fieldOf(cause: ConnectError): string | undefined {
  for (const detail of cause.details) {
    const { metadata } = ('debug' in detail ? (detail.debug as { metadata?: { field?: string } }) : {}) ?? {};
    if (metadata?.field !== undefined) return metadata.field;
  }
  return undefined;
}
