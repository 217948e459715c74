import { StoreUnusable } from '../database/sqlite-error.ts';
import { sentenceOf } from '../kit/faults/fault-sentences.ts';
import { catalog, Fault } from '../kit/faults/faults.ts';
import { type FileTrouble, fileTrouble } from '../kit/faults/file-trouble.ts';
import { cleaned } from '../kit/printable.ts';
import { ConnectionLost } from '../simulate/peer/line.ts';

/** Who is told: a person at a command, or who reads the log of the service, which runs as a user of its own. */
type Reader = 'person' | 'log';

/** One sentence about a failure that says what to do where that is known. */
export function explain(error: unknown, reader: Reader = 'person'): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConnectionLost) return ofConnection(error);
  const { port, address, path, syscall } = error as SystemError;
  const given: unknown = (error as { code?: unknown }).code;
  // Errors of gRPC have a number there, and the sentence of the service center beside it.
  const code = typeof given === 'string' ? given : '';
  if (typeof given === 'number' && 'details' in error) return ofCall(String(error.details));
  if (code === 'EADDRINUSE' && port !== undefined) {
    return `port ${port} on ${address} is in use: stop what listens there, or choose another port in the configuration`;
  }
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine: correct it in the configuration`;
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} may not be opened by this user: choose one above 1023`;
  // A sentence of this program carries the code of its cause; only errors of the system itself need words.
  if (syscall !== undefined) {
    if (FORBIDDEN.has(code)) return `${path ?? 'a file'} may not be used by this user: ${permissionAdvice(reader)}`;
    const where = PLACES[code];
    if (where) return `${path ?? 'a file'} ${where}`;
  }
  if (error instanceof Fault) return error.fault === 'KeyMaterialUnavailable' ? WRONG_KEY : refused(error);
  const trouble = error instanceof StoreUnusable || !isOfSqlite(code) ? undefined : fileTrouble(error);
  return trouble === undefined ? error.message : DATABASE[trouble];
}

/** What a call of the API was answered. */
function ofCall(details: string): string {
  return cleaned(details.startsWith(catalog.KeyMaterialUnavailable.token) ? WRONG_KEY : details);
}

/** The sentence that names what it is about; where there is none, with what it is about behind it: which rules, which limit, which id. */
function refused({ fault, message, about }: Fault): string {
  const { token, text } = catalog[fault];
  const sentence = sentenceOf(fault, text, about);
  if (sentence !== text) return cleaned(`${token}: ${sentence}`);
  const details = Object.entries(about).map(([name, value]) => `${name}: ${value}`);
  return cleaned(details.length === 0 ? message : `${message} (${details.join('; ')})`);
}

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

/** Who is root already gains nothing by sudo. */
function permissionAdvice(reader: Reader): string {
  return reader === 'log' || process.getuid?.() === 0
    ? 'give it to the user that runs this, or choose another place (--data-dir)'
    : 'run it with sudo';
}

/** A connection that a simulated peer could not open, or has lost. */
function ofConnection({ message, cause }: ConnectionLost): string {
  const { code = '', address, port, hostname } = (cause ?? {}) as SystemError;
  const place = address === undefined ? 'the service center' : `${address} port ${port}`;
  if (code === 'ECONNREFUSED') return `nothing listens on ${place}: start the service, or correct --host and --port`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no host is called ${hostname}: correct --host`;
  if (UNREACHABLE.has(code)) return `${place} does not answer: check the network, --host and --port`;
  if (code === 'ECONNRESET') return 'the service center ended the connection: look into its log for the reason';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'the certificate of the service center does not name this host: add it to pki.server_names, then run certs renew';
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return `the certificate of the service center is not of the authority in ca.crt (${code}): make the bundle anew`;
  return message;
}

const UNREACHABLE: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const FORBIDDEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** What is said of a path, by the code of the system. */
const PLACES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist: correct its name, or make it',
  ENOTDIR: 'lies below something that is no folder: correct its name',
  EISDIR: 'is a folder: name a file',
  EROFS: 'is on a disk that is mounted read-only: make it writable, or choose another place',
  ENOSPC: 'cannot be written, the disk is full: make room and try again',
  EDQUOT: 'cannot be written, this user has no room left: make room and try again',
  EIO: 'cannot be read or written, the disk answers with errors: check it, and replace it if it is worn out',
};

const WRONG_KEY =
  'a secret cannot be opened with the master key: put the right key back, from a backup if need be; waystation doctor looks which it is';

const DATABASE: Readonly<Record<FileTrouble, string>> = {
  damaged: 'the database is damaged: stop and start the service, which goes on with the newest snapshot',
  io: 'the disk of the database answers with errors: check it, and replace it if it is worn out',
  full: 'the disk of the database is full: make room and try again',
  readonly: 'the database cannot be written by this user, or its disk is mounted read-only: make it writable',
  closed: 'the database cannot be opened: check owner and mode of the file and its folder',
  busy: 'another program holds the database: try again, and end what has the file open',
};

function isOfSqlite(code: string): boolean {
  return code.startsWith('SQLITE_') || code === 'ERR_SQLITE_ERROR';
}
