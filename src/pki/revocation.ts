import { closeSync, constants, fsyncSync, type Stats, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerKind } from '../domain/certificate/certificate-records.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import { createDurably, openTrusted, readIfThere, readTrusted } from './files.ts';
import type { PeerIdentity } from './peer.ts';

/** File of the PKI folder that the server and the command line both append to (ADR 17). */
export const REVOKED_FILE = 'revoked';

export interface RevokedSerial {
  /** Lower-case hex without leading zeros. */
  readonly serial: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly reason: string;
}

/** Every certificate of an EUI that was there at a moment. */
export interface RevokedEui {
  readonly kind: PeerKind;
  readonly eui: Eui;
  /** Milliseconds since 1970: certificates that were valid by then, */
  readonly at: number;
  readonly reason: string;
  /** Serial numbers of certificates made here after the revocation: not covered by it. */
  readonly since: ReadonlySet<string>;
}

/** What of a certificate decides whether it is revoked. */
export type RevocableCertificate = Pick<PeerIdentity, 'serial' | 'names' | 'notBefore'>;

/** Which certificates may no longer be used. The file is the truth, memory follows it. */
export interface Revocations {
  /** Whether a certificate must not be let in on a listener of this kind: a lookup in three maps, and of the file before the answer no. */
  covers(certificate: RevocableCertificate, kind: PeerKind): boolean;
  revokeSerial(serial: string, at: number, reason: string): void;
  revokeEui(kind: PeerKind, eui: Eui, at: number, reason: string): void;
  /** A certificate was made just now: what revoked its EUI before does not cover it, and its EUI is one that has one (`made`). */
  issued(kind: PeerKind, eui: Eui, serial: string): void;
  /** Whether a certificate of this EUI was made with this folder, or its EUI was revoked before. */
  made(kind: PeerKind, eui: Eui): boolean;
  /** Reads what another process has written, and writes what could not be written before. */
  sync(): void;
  /** Counts how often the file was found changed, by us or by others. */
  readonly generation: number;
  /** Why what was revoked last is not on the disk, if so. */
  readonly failure: unknown;
  serials(): readonly RevokedSerial[];
  euis(): readonly RevokedEui[];
}

type Line =
  | { readonly revoked: 'serial'; readonly serial: string; readonly at: string; readonly reason: string }
  | {
      readonly revoked: 'eui';
      readonly kind: PeerKind;
      readonly eui: Eui;
      readonly at: string;
      readonly reason: string;
    }
  | { readonly issued: string; readonly kind: PeerKind; readonly eui: Eui }
  // Apart from `issued`, whose place after a revocation has a meaning: a backup that is restored may change their order.
  | { readonly made: PeerKind; readonly eui: Eui };

const MODE = 0o600;
const LINE_FEED = 0x0a;
/** The stamp (`stampOf`) of a file that does not exist. */
const NO_FILE = 'none';

/** A serial number in the spelling that is compared: lower-case hex without separators and leading zeros. */
export function plainSerial(serial: string): string {
  return serial
    .replace(/[: -]/g, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '');
}

/**
 * Opens the revocations of a PKI folder; there may be none yet.
 * @throws the error of the file system when the file is there and cannot be read: without it revoked peers would be let in
 */
export function openRevocations(dir: string, log: Pick<Log, 'warn' | 'error'>): Revocations {
  const path = join(dir, REVOKED_FILE);
  let memory = new Memory();
  let unwritten: Line[] = [];
  let seen = '';
  let generation = 0;
  let failure: unknown;
  read();

  function read(): void {
    const now = stampOf(path);
    if (now === seen) return;
    const next = new Memory();
    for (const line of parse(readIfThere(path)?.toString('utf8') ?? '')) next.add(line);
    for (const line of unwritten) next.add(line);
    memory = next;
    seen = now;
    generation += 1;
  }

  function parse(text: string): Line[] {
    return text.split('\n').flatMap(line => {
      if (line === '') return [];
      const parsed = lineOf(line);
      // A power cut may have torn the last line; its writer got no confirmation then.
      if (!parsed) log.warn({ file: path }, 'a line of the revocations cannot be read, it is passed over');
      return parsed ?? [];
    });
  }

  /** What cannot be written counts all the same, and is written as soon as that works. */
  function put(line: Line): void {
    memory.add(line);
    unwritten.push(line);
    write();
  }

  function write(): void {
    if (unwritten.length === 0) return;
    try {
      append(path, unwritten.map(line => JSON.stringify(line)).join('\n'));
      unwritten = [];
      failure = undefined;
    } catch (cause) {
      if (failure === undefined) log.error({ err: cause, file: path }, 'revocation not written, it is tried again');
      failure = cause;
      return;
    }
    // Another process may have written in between: what counts is what the file says.
    read();
  }

  return {
    covers(certificate, kind) {
      if (!memory.covers(certificate, kind)) return false;
      // A certificate that a command has just made may be here before the news of it. A file that has gone says nothing.
      try {
        if (stampOf(path) !== NO_FILE) read();
      } catch {
        return true;
      }
      return memory.covers(certificate, kind);
    },
    revokeSerial(serial, at, reason) {
      put({ revoked: 'serial', serial: plainSerial(serial), at: new Date(at).toISOString(), reason });
    },
    revokeEui(kind, eui, at, reason) {
      put({ revoked: 'eui', kind, eui, at: new Date(at).toISOString(), reason });
    },
    issued(kind, eui, serial) {
      read();
      if (!memory.made.has(`${kind} ${eui}`)) put({ made: kind, eui });
      if (memory.euis.has(`${kind} ${eui}`)) put({ issued: plainSerial(serial), kind, eui });
    },
    made: (kind, eui) => memory.made.has(`${kind} ${eui}`) || memory.euis.has(`${kind} ${eui}`),
    sync() {
      write();
      read();
    },
    get generation() {
      return generation;
    },
    get failure() {
      return failure;
    },
    serials: () => [...memory.serials.values()],
    euis: () => [...memory.euis.values()],
  };
}

class Memory {
  readonly serials = new Map<string, RevokedSerial>();
  /** By kind and EUI. */
  readonly euis = new Map<string, RevokedEui & { readonly since: Set<string> }>();

  /** Those with a certificate, by kind and EUI: a line each. */
  readonly made = new Set<string>();

  /** The order of the lines is the order of what happened, whatever the clocks said. */
  add(line: Line): void {
    if ('issued' in line) {
      this.euis.get(`${line.kind} ${line.eui}`)?.since.add(line.issued);
      return;
    }
    if ('made' in line) {
      this.made.add(`${line.made} ${line.eui}`);
      return;
    }
    const { at, reason } = line;
    const when = { at: Date.parse(at), reason };
    if (line.revoked === 'serial') {
      this.serials.set(line.serial, { serial: line.serial, ...when });
      return;
    }
    const { kind, eui } = line;
    // A clock that was set back must not let in again what was revoked.
    const earlier = this.euis.get(`${kind} ${eui}`)?.at ?? 0;
    this.euis.set(`${kind} ${eui}`, { kind, eui, reason, at: Math.max(when.at, earlier), since: new Set() });
  }

  covers({ serial, names, notBefore }: RevocableCertificate, kind: PeerKind): boolean {
    if (this.serials.size === 0 && this.euis.size === 0) return false;
    const plain = plainSerial(serial);
    if (this.serials.has(plain)) return true;
    return names.some(({ eui }) => {
      const mark = eui && this.euis.get(`${kind} ${eui}`);
      return mark !== undefined && notBefore.getTime() <= mark.at && !mark.since.has(plain);
    });
  }
}

/** A value that changes with the file. */
function stampOf(path: string): string {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_FILE;
    throw error;
  }
  return `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

function append(path: string, text: string): void {
  if (stampOf(path) === NO_FILE) {
    try {
      // Owner and mode as everything else in the folder, also when root is the first to revoke.
      createDurably(path, '', MODE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const torn = (readTrusted(path).at(-1) ?? LINE_FEED) !== LINE_FEED;
  const file = openTrusted(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    // One write: lines of two processes do not mix.
    writeSync(file, `${torn ? '\n' : ''}${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const EUI = /^[0-9a-f]{16}$/;
const SERIAL = /^[0-9a-f]+$/;

function lineOf(text: string): Line | undefined {
  let line: Partial<Record<'revoked' | 'issued' | 'made' | 'serial' | 'kind' | 'eui' | 'at' | 'reason', unknown>>;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { revoked, issued, made, serial, kind, eui, at, reason = '' } = line ?? {};
  if (made === 'bs' || made === 'ac') return isEui(eui) ? { made, eui } : undefined;
  const ofEui = (kind === 'bs' || kind === 'ac') && isEui(eui) ? ({ kind, eui } as const) : undefined;
  if (typeof issued === 'string') return ofEui && SERIAL.test(issued) ? { issued, ...ofEui } : undefined;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof reason !== 'string') return undefined;
  if (revoked === 'eui') return ofEui && { revoked, ...ofEui, at, reason };
  if (revoked === 'serial' && typeof serial === 'string' && SERIAL.test(serial)) return { revoked, serial, at, reason };
  return undefined;
}

function isEui(value: unknown): value is Eui {
  return typeof value === 'string' && EUI.test(value);
}
