import { Metadata, MetadataKind, type Root, type Snapshot, type Targets, type Timestamp } from '@tufjs/models';
import { reasonOf } from '../kit/faults/reason.ts';
import { UpdateRefused } from './refusal.ts';

interface Signed {
  readonly root: Metadata<Root>;
  readonly timestamp: Metadata<Timestamp>;
  readonly snapshot: Metadata<Snapshot>;
  readonly targets: Metadata<Targets>;
}

/** The four top-level roles of TUF. */
export type RoleName = keyof Signed;

/** Bytes that each may have: more than a hundred releases need, and little enough for any box. */
export const MOST_BYTES: Readonly<Record<RoleName, number>> = {
  root: 64 * 1024,
  timestamp: 16 * 1024,
  snapshot: 64 * 1024,
  targets: 1024 * 1024,
};

/**
 * Reads the signed description of a role, without judging it.
 * @throws UpdateRefused `malformed`
 */
export function parseMetadata<R extends RoleName>(role: R, bytes: Uint8Array): Signed[R] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const parsed = readers[role](JSON.parse(text) as never) as Signed[R];
    const { version } = parsed.signed;
    if (!isVersionNumber(version)) throw new Error(`its version ${version} is no whole number above 0`);
    return parsed;
  } catch (cause) {
    throw new UpdateRefused('malformed', `${role}.json cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

const readers: Readonly<Record<RoleName, (data: never) => unknown>> = {
  root: data => complete(Metadata.fromJSON(MetadataKind.Root, data)),
  timestamp: data => {
    wantsMember(data, 'meta');
    const parsed = Metadata.fromJSON(MetadataKind.Timestamp, data);
    if (!isVersionNumber(parsed.signed.snapshotMeta.version)) throw new Error('it names no version of snapshot.json');
    return parsed;
  },
  snapshot: data => {
    wantsMember(data, 'meta');
    const parsed = Metadata.fromJSON(MetadataKind.Snapshot, data);
    if (!isVersionNumber(parsed.signed.meta['targets.json']?.version)) {
      throw new Error('it names no version of targets.json');
    }
    return parsed;
  },
  targets: data => {
    wantsMember(data, 'targets');
    return Metadata.fromJSON(MetadataKind.Targets, data);
  },
};

/** The library puts a default in the place of what is not there. */
function wantsMember(data: { signed?: object }, name: string): void {
  if (!Object.hasOwn(data.signed ?? {}, name)) throw new Error(`it has no ${name}`);
}

function complete(root: Metadata<Root>): Metadata<Root> {
  // Files of other names could be taken for those of another version, half copied.
  if (!root.signed.consistentSnapshot) throw new Error('its repository does not keep versions apart');
  return root;
}

const isVersionNumber = (version: unknown): boolean => Number.isSafeInteger(version) && Number(version) > 0;

/**
 * Whether as many of the role's keys have signed as the root demands. A key counts once, by whatever ids it is listed.
 * @throws UpdateRefused `signature`
 */
export function demandSignatures(root: Metadata<Root>, role: RoleName, signed: Signed[RoleName], what: string): void {
  const { keys, roles } = root.signed;
  const { keyIDs = [], threshold = Number.POSITIVE_INFINITY } = roles[role] ?? {};
  const good = new Set<string>();
  for (const id of keyIDs) {
    const key = keys[id];
    if (key && isSignedBy(() => key.verifySignature(signed))) good.add(String(key.keyVal.public));
  }
  if (good.size >= threshold) return;
  const needed = threshold === 1 ? '1 is needed' : `${threshold} are needed`;
  throw new UpdateRefused('signature', `${what} is signed by ${good.size} of its keys, and ${needed}`);
}

function isSignedBy(verify: () => void): boolean {
  try {
    verify();
    return true;
  } catch {
    // Made by another key, of other bytes, or in a way that is not known here: no signature of this key.
    return false;
  }
}

/**
 * Whether a root lets others sign for what is new than the root before (5.3.11). Who had the old keys may have signed versions as high as
 * they wished, and nothing could be newer than those.
 */
export function isRotated(before: Metadata<Root>, now: Metadata<Root>): boolean {
  return (['timestamp', 'snapshot'] as const).some(role => signersOf(before, role) !== signersOf(now, role));
}

/** Who may sign for a role, as text for comparisons. */
function signersOf(root: Metadata<Root>, role: RoleName): string {
  const { keyIDs = [], threshold } = root.signed.roles[role] ?? {};
  const keys = keyIDs.map(id => [id, root.signed.keys[id]?.toJSON()]);
  return JSON.stringify([threshold, keys.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))]);
}
