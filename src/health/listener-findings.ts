import { type Finding, fail, warn } from '../kit/faults/finding.ts';
import type { ListenerName } from '../pki/served.ts';
import { RENEW } from '../pki/status.ts';

/** What is to be said of a listener: on the health page, by `doctor` and in events. Of dates `servedDates` says it. */

const SEE_LOG = 'look into the log of the service';

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
