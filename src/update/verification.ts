import type { Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models';
import { reasonOf } from '../kit/faults/reason.ts';
import { minuteOf, minuteText } from '../kit/since.ts';
import { demandSignatures, isRotated, MOST_BYTES, parseMetadata, type RoleName } from './metadata.ts';
import { UpdateRefused } from './refusal.ts';
import { METADATA, type Source } from './source.ts';

/** What was found good before, as its bytes; the next time begins with it. */
export type Trusted = Readonly<{ root: Uint8Array } & Partial<Record<Exclude<RoleName, 'root'>, Uint8Array>>>;

export interface VerificationOptions {
  readonly source: Source;
  readonly trusted: Trusted;
  /** What time it is at least: the later of clock and time floor, milliseconds since 1970. */
  readonly now: number;
  /** That timestamp and snapshot are past their date is said, not refused: a person vouches for how fresh a file is. */
  readonly stale?: boolean;
  /** Called with what is trusted each time that it grew, so that it is kept even if what comes next is refused. */
  readonly keep?: (trusted: Trusted) => void;
}

/** A description of all releases that holds, from the root down. */
export interface Verified {
  readonly trusted: Trusted;
  readonly root: number;
  /** Version of the list of releases. */
  readonly version: number;
  readonly targets: readonly TargetFile[];
  /** Until when each holds, milliseconds. */
  readonly expires: Readonly<Record<RoleName, number>>;
  /** What is past its date and was taken all the same. */
  readonly stale: readonly RoleName[];
}

/** New roots that are followed at a time: with one a year, more than a box lives. */
export const MOST_ROOTS = 64;

/**
 * The client's way through a repository as TUF has it (specification 1.0.31, section 5.3 to 5.6): roots one by one, timestamp, snapshot,
 * targets, each signed by whom the last root names, none older than what was trusted before, none past its date.
 * @throws UpdateRefused with a sentence
 */
export async function verifyRepository(options: VerificationOptions): Promise<Verified> {
  const { now, keep = () => {} } = options;
  const before = await followRoots(options);
  const root = parseMetadata('root', before.root);
  demandFresh('root', root, now);

  const judge = new Judge(options, root);
  const timestamp = await judge.timestamp(before.timestamp);
  keep({ ...before, timestamp: timestamp.bytes });
  const snapshot = await judge.snapshot(timestamp.found, before.snapshot);
  keep({ ...before, timestamp: timestamp.bytes, snapshot: snapshot.bytes });
  const targets = await judge.targets(snapshot.found, before.targets);
  const all: Trusted = {
    root: before.root,
    timestamp: timestamp.bytes,
    snapshot: snapshot.bytes,
    targets: targets.bytes,
  };
  keep(all);
  return {
    trusted: all,
    root: root.signed.version,
    version: targets.found.signed.version,
    targets: Object.values(targets.found.signed.targets),
    expires: {
      root: expiryOf(root),
      timestamp: expiryOf(timestamp.found),
      snapshot: expiryOf(snapshot.found),
      targets: expiryOf(targets.found),
    },
    stale: judge.stale,
  };
}

/**
 * Follows the chain: each root is signed by enough keys of the one before, and of its own (5.3.3 to 5.3.11). Each is kept at once, so that a
 * key that was taken back stays so whatever comes behind.
 * @returns what is trusted with the newest root, which may be past its date
 * @throws UpdateRefused
 */
export async function followRoots({
  source,
  trusted,
  keep = () => {},
}: Pick<VerificationOptions, 'source' | 'trusted' | 'keep'>): Promise<Trusted> {
  let root = parseMetadata('root', trusted.root);
  let before = trusted;
  demandSignatures(root, 'root', root, 'the root this program begins with');
  for (let followed = 0; ; followed++) {
    const number = root.signed.version + 1;
    const bytes = await source.read(`${METADATA}/${number}.root.json`, MOST_BYTES.root);
    if (bytes === undefined) return before;
    if (followed === MOST_ROOTS) {
      throw new UpdateRefused('malformed', `${source.name} has more than ${MOST_ROOTS} roots that are new to this box`);
    }
    const next = parseMetadata('root', bytes);
    demandSignatures(root, 'root', next, `root ${number}, by the root before,`);
    demandSignatures(next, 'root', next, `root ${number}, by itself,`);
    if (next.signed.version !== number) {
      throw new UpdateRefused('rollback', `root ${number} says that it is version ${next.signed.version}`);
    }
    before = isRotated(root, next) ? { root: bytes } : { ...before, root: bytes };
    root = next;
    keep(before);
  }
}

interface Found<T> {
  readonly found: T;
  readonly bytes: Uint8Array;
}

/** Reads and judges what the root vouches for, one after the other. */
class Judge {
  readonly #options: VerificationOptions;
  readonly #root: Metadata<Root>;
  readonly stale: RoleName[] = [];

  constructor(options: VerificationOptions, root: Metadata<Root>) {
    this.#options = options;
    this.#root = root;
  }

  /** 5.4 */
  async timestamp(trusted: Uint8Array | undefined): Promise<Found<Metadata<Timestamp>>> {
    const known = this.#still('timestamp', trusted);
    const bytes = await this.#read('timestamp', `${METADATA}/timestamp.json`);
    const found = parseMetadata('timestamp', bytes);
    demandSignatures(this.#root, 'timestamp', found, 'timestamp.json');
    if (known && trusted) {
      demandNotOlder('timestamp.json', found.signed.version, known.signed.version);
      // Two of one version may differ only by mistake or malice: what was there first counts.
      if (found.signed.version === known.signed.version) return this.#fresh('timestamp', known, trusted);
      demandNotOlder('snapshot.json', found.signed.snapshotMeta.version, known.signed.snapshotMeta.version);
    }
    return this.#fresh('timestamp', found, bytes);
  }

  /** 5.5 */
  async snapshot(timestamp: Metadata<Timestamp>, trusted: Uint8Array | undefined): Promise<Found<Metadata<Snapshot>>> {
    const known = this.#still('snapshot', trusted);
    const meta = timestamp.signed.snapshotMeta;
    if (known && trusted && known.signed.version === meta.version && isAsSaid(meta, trusted)) {
      return this.#fresh('snapshot', known, trusted);
    }
    const bytes = await this.#read('snapshot', `${METADATA}/${meta.version}.snapshot.json`, meta);
    const found = parseMetadata('snapshot', bytes);
    demandSignatures(this.#root, 'snapshot', found, 'snapshot.json');
    demandVersion('snapshot.json', found.signed.version, meta.version, 'timestamp.json');
    for (const [file, { version }] of Object.entries(known?.signed.meta ?? {})) {
      const now = found.signed.meta[file];
      if (!now) throw new UpdateRefused('rollback', `snapshot.json does not name ${file} any more`);
      demandNotOlder(file, now.version, version);
    }
    return this.#fresh('snapshot', found, bytes);
  }

  /** 5.6; releases are in the top-level list, and what that leaves to others is not read. */
  async targets(snapshot: Metadata<Snapshot>, trusted: Uint8Array | undefined): Promise<Found<Metadata<Targets>>> {
    const known = this.#still('targets', trusted);
    const meta = snapshot.signed.meta['targets.json'];
    if (!meta) throw new UpdateRefused('malformed', 'snapshot.json names no targets.json');
    if (known && trusted && known.signed.version === meta.version && isAsSaid(meta, trusted)) {
      return this.#fresh('targets', known, trusted);
    }
    const bytes = await this.#read('targets', `${METADATA}/${meta.version}.targets.json`, meta);
    const found = parseMetadata('targets', bytes);
    demandSignatures(this.#root, 'targets', found, 'targets.json');
    demandVersion('targets.json', found.signed.version, meta.version, 'snapshot.json');
    return this.#fresh('targets', found, bytes);
  }

  /** What was trusted before, if the root of now still vouches for it. */
  #still<R extends Exclude<RoleName, 'root'>>(role: R, bytes: Uint8Array | undefined) {
    if (!bytes) return undefined;
    try {
      const found = parseMetadata(role, bytes);
      demandSignatures(this.#root, role, found, role);
      return found;
    } catch (cause) {
      if (cause instanceof UpdateRefused) return undefined;
      throw cause;
    }
  }

  async #read(role: RoleName, path: string, meta?: MetaFile): Promise<Uint8Array> {
    const { source } = this.#options;
    const most = Math.min(meta?.length ?? MOST_BYTES[role], MOST_BYTES[role]);
    const bytes = await source.read(path, most);
    if (!bytes) throw new UpdateRefused('missing', `${source.name} has no ${path}`);
    if (meta) demandAsSaid(meta, bytes, `${role}.json`);
    return bytes;
  }

  /** Timestamp and snapshot say how new it all is; root and targets say whom and what to trust, and hold until their own date only. */
  #fresh<T extends Metadata<Timestamp> | Metadata<Snapshot> | Metadata<Targets>>(
    role: Exclude<RoleName, 'root'>,
    found: T,
    bytes: Uint8Array,
  ): Found<T> {
    const { now, stale = false } = this.#options;
    if (stale && role !== 'targets' && found.signed.isExpired(new Date(now))) this.stale.push(role);
    else demandFresh(role, found, now);
    return { found, bytes };
  }
}

type AnyMetadata = Metadata<Root> | Metadata<Timestamp> | Metadata<Snapshot> | Metadata<Targets>;

const expiryOf = (found: AnyMetadata): number => Date.parse(found.signed.expires);

function demandFresh(role: RoleName, found: AnyMetadata, now: number): void {
  if (!found.signed.isExpired(new Date(now))) return;
  throw new UpdateRefused(
    'expired',
    `${role}.json held until ${minuteText(expiryOf(found))}, and it is at least ${minuteOf(now)}: ${EXPIRED[role]}`,
  );
}

const EXPIRED: Readonly<Record<RoleName, string>> = {
  root: 'the makers have to publish a newer one',
  targets: 'the makers have to publish a newer one',
  timestamp: 'what was published since may be held back. Of a file that you know to be the newest, say --stale',
  snapshot: 'what was published since may be held back. Of a file that you know to be the newest, say --stale',
};

function demandNotOlder(file: string, found: number, known: number): void {
  if (found >= known) return;
  throw new UpdateRefused(
    'rollback',
    `${file} has version ${found}, and this box has seen ${known}: what is offered is older than what was offered before`,
  );
}

function demandVersion(file: string, found: number, said: number, by: string): void {
  if (found === said) return;
  throw new UpdateRefused('content', `${file} has version ${found}, and ${by} says ${said}`);
}

function isAsSaid(meta: MetaFile, bytes: Uint8Array): boolean {
  try {
    meta.verify(Buffer.from(bytes));
    return true;
  } catch {
    return false;
  }
}

function demandAsSaid(meta: MetaFile, bytes: Uint8Array, file: string): void {
  try {
    meta.verify(Buffer.from(bytes));
  } catch (cause) {
    throw new UpdateRefused('content', `${file} is not the file that was signed for: ${reasonOf(cause)}`, { cause });
  }
}
