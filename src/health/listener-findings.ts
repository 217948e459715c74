import { type Finding, fail, warn } from '../kit/finding.ts';
import type { ListenerName } from '../pki/served.ts';
import { validityVerdict } from '../pki/status.ts';

/** What is to be said of a listener and its certificate: on the health page, by `doctor` and in events. */

export const RENEW = 'run waystation certs renew';
export const REPLACE = 'put a new one in its place';
const SEE_LOG = 'look into the log of the service';

/** @param external the operator supplies the certificate */
export function servedDates(
  listener: ListenerName,
  external: boolean,
  { from, until }: { readonly from: Date; readonly until: Date },
  nowMs: number,
): Finding {
  const todo = external ? REPLACE : RENEW;
  return { check: 'certificate', ...validityVerdict(`certificate of ${listener}`, from, until, nowMs, todo) };
}

export const noCertificate = (listener: ListenerName, port: number, reason: string): Finding => ({
  check: 'listener',
  ...fail(`${listener} shows no certificate on port ${port} (${reason})`, SEE_LOG),
});

export const otherCertificate = (listener: ListenerName): Finding => ({
  check: 'certificate',
  ...warn(`${listener} shows another certificate than its file holds`, `send SIGHUP to the service, and ${SEE_LOG}`),
});

export const noValidAuthority = (listener: ListenerName): Finding => ({
  check: 'certificate',
  ...fail('no authority of clients is valid', `put a valid one into ${listener}_tls.ca`),
});

export const portClosed = (listener: ListenerName): Finding => ({
  check: 'listener',
  ...fail(`the port of ${listener} could not be opened`, SEE_LOG),
});

/** @param problem why the files cannot be used @param external they are the operator's */
export const unusableFiles = (listener: ListenerName, problem: string, external: boolean): Finding => ({
  check: 'listener',
  ...fail(problem, external ? `correct ${listener}_tls` : RENEW),
});
