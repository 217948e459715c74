import t, { type Test } from 'tap';
import type { RefusalReason, UpdateRefused } from '../../src/update/refusal.ts';
import type { Verified } from '../../src/update/verification.ts';
import { MOST_ROOTS } from '../../src/update/verification.ts';
import { Box, days, NOW, Repository, type Signer, sha256, signed, signer } from './repository.ts';

const DAY_MS = 24 * 3_600_000;

interface World {
  readonly repository: Repository;
  readonly box: Box;
}

/** What is published, what a box that has looked before makes of it, and what it trusts then. */
interface Case {
  readonly name: string;
  /** The box has not looked before. */
  readonly first?: true;
  readonly publish: (world: World) => void | Promise<void>;
  /** Why it is refused, and a word of the sentence; it is taken otherwise. */
  readonly refused?: readonly [RefusalReason, RegExp];
  /** Versions that are trusted then. */
  readonly trusts?: Record<string, number>;
  readonly also?: (t: Test, world: World, verified: Verified | undefined) => unknown;
}

const metadata = (repository: Repository, name: string) => {
  const bytes = repository.files.get(`metadata/${name}.json`);
  if (!bytes) throw new Error(`no ${name}`);
  return JSON.parse(Buffer.from(bytes).toString()) as {
    signatures: { keyid: string; sig: string }[];
    signed: Record<string, unknown> & { version: number };
  };
};
const put = (repository: Repository, name: string, content: object) =>
  repository.files.set(`metadata/${name}.json`, Buffer.from(JSON.stringify(content)));
/** Changes what lies there without a new signature. */
const tamper = (repository: Repository, name: string, change: (content: ReturnType<typeof metadata>) => void) => {
  const content = metadata(repository, name);
  change(content);
  put(repository, name, content);
};
const ALL_1 = { root: 1, timestamp: 1, snapshot: 1, targets: 1 };
const ALL_2 = { root: 1, timestamp: 2, snapshot: 2, targets: 2 };
const stranger = signer();

const wholeWay: readonly Case[] = [
  { name: 'a first look trusts all four', first: true, publish: () => {}, trusts: ALL_1 },
  { name: 'nothing new is nothing wrong', publish: () => {}, trusts: ALL_1 },
  { name: 'a release is seen', publish: ({ repository }) => repository.release('0.3.0'), trusts: ALL_2 },
  {
    name: 'what did not change is not read again',
    publish: ({ repository }) => {
      repository.asked.length = 0;
    },
    also: (t, { repository }) => t.same(repository.asked, ['metadata/2.root.json', 'metadata/timestamp.json']),
  },
  {
    name: 'a new timestamp alone reads nothing else',
    publish: ({ repository }) => {
      repository.timestamp.version++;
      repository.publish();
      repository.asked.length = 0;
    },
    trusts: { ...ALL_1, timestamp: 2 },
    also: (t, { repository }) => t.same(repository.asked, ['metadata/2.root.json', 'metadata/timestamp.json']),
  },
  {
    name: 'what is read is trusted by its bytes, however it is written',
    publish: ({ repository }) => {
      repository.timestamp.version++;
      repository.publish();
      const next = metadata(repository, 'timestamp');
      repository.files.set('metadata/timestamp.json', Buffer.from(JSON.stringify(next, null, 2)));
    },
    trusts: { ...ALL_1, timestamp: 2 },
    also: (t, { repository, box }) =>
      t.same(Buffer.from(box.trusted.timestamp ?? []), repository.files.get('metadata/timestamp.json')),
  },
  {
    name: 'members that this release does not know are left aside, and signed for',
    publish: ({ repository }) => {
      Object.assign(repository.targets, { later: { any: ['thing', 1] } });
      repository.release('0.3.0');
    },
    trusts: ALL_2,
  },
  {
    name: 'a list of releases without a release is one',
    publish: ({ repository }) => {
      Object.assign(repository.targets, { targets: {} });
      repository.publish({ next: true });
    },
    trusts: ALL_2,
    also: (t, _, verified) => t.same(verified?.targets, []),
  },
  ...(['ecdsa', 'rsa'] as const).map(
    (type): Case => ({
      name: `a key of ${type} signs, too`,
      publish: ({ repository }) => {
        repository.nextRoot(() => {
          repository.roles.timestamp.keys = [signer(type)];
        });
        repository.publish({ next: true });
      },
      trusts: { ...ALL_2, root: 2 },
    }),
  ),
];

const expiry: readonly Case[] = [
  {
    name: 'a root past its date is refused, and named',
    publish: ({ repository, box }) => {
      box.now = NOW + 701 * DAY_MS;
      for (const role of [repository.timestamp, repository.snapshot, repository.targets]) role.expires = days(900);
      repository.publish({ next: true });
    },
    refused: ['expired', /root\.json held until 2029-05-01 12:00, and it is at least 2029-05-02/],
    trusts: ALL_1,
  },
  {
    name: 'a box whose root is past its date goes on by newer roots',
    publish: ({ repository, box }) => {
      box.now = NOW + 701 * DAY_MS;
      for (const role of [repository.root, repository.timestamp, repository.snapshot, repository.targets]) {
        role.expires = days(900);
      }
      repository.nextRoot();
      repository.publish({ next: true });
    },
    trusts: { ...ALL_2, root: 2 },
  },
  {
    name: 'a root between may be past its date, the last may not',
    publish: ({ repository }) => {
      repository.root.expires = days(-1);
      repository.nextRoot();
      repository.root.expires = days(700);
      repository.nextRoot();
    },
    trusts: { ...ALL_1, root: 3 },
  },
  {
    name: 'a last root past its date is refused, and followed all the same',
    publish: ({ repository }) => {
      repository.root.expires = days(-1);
      repository.nextRoot();
    },
    refused: ['expired', /root\.json/],
    trusts: { ...ALL_1, root: 2 },
  },
  ...(['timestamp', 'snapshot', 'targets'] as const).map(
    (role): Case => ({
      name: `a ${role} past its date is refused, and named`,
      publish: ({ repository }) => {
        repository[role].expires = days(-1);
        repository.publish({ next: true });
      },
      refused: ['expired', new RegExp(`^${role}\\.json held until 2027-05-31 12:00, and it is at least 2027-06-01`)],
    }),
  ),
  {
    name: 'what was trusted is past its date by now: the same again is refused (freeze)',
    publish: ({ box }) => {
      box.now = NOW + 31 * DAY_MS;
    },
    refused: ['expired', /timestamp\.json.*may be held back/],
    trusts: ALL_1,
  },
  {
    name: 'a trusted timestamp past its date still forbids an older one',
    publish: async ({ repository, box }) => {
      repository.timestamp.version = 5;
      repository.publish();
      await box.look(repository);
      box.now = NOW + 31 * DAY_MS;
      repository.timestamp.expires = days(300);
      repository.timestamp.version = 4;
      repository.publish();
    },
    refused: ['rollback', /timestamp\.json has version 4, and this box has seen 5/],
    trusts: { ...ALL_1, timestamp: 5 },
  },
  {
    name: 'a trusted snapshot past its date still forbids an older list',
    publish: async ({ repository, box }) => {
      repository.targets.version = 5;
      repository.snapshot.version = repository.timestamp.version = 2;
      repository.publish();
      await box.look(repository);
      box.now = NOW + 91 * DAY_MS;
      repository.timestamp.expires = repository.snapshot.expires = days(300);
      repository.targets.version = 4;
      repository.snapshot.version = repository.timestamp.version = 3;
      repository.publish();
    },
    refused: ['rollback', /targets\.json has version 4, and this box has seen 5/],
    trusts: { root: 1, timestamp: 3, snapshot: 2, targets: 5 },
  },
  {
    name: 'exactly at its date it is over',
    publish: ({ repository, box }) => {
      box.now = Date.parse(repository.timestamp.expires);
    },
    refused: ['expired', /timestamp/],
  },
  {
    name: 'a moment before it is not',
    publish: ({ repository, box }) => {
      box.now = Date.parse(repository.timestamp.expires) - 1;
    },
  },
];

const rollback: readonly Case[] = [
  {
    name: 'an older timestamp is refused',
    publish: async ({ repository, box }) => {
      const old = metadata(repository, 'timestamp');
      repository.release('0.3.0');
      await box.look(repository);
      put(repository, 'timestamp', old);
    },
    refused: ['rollback', /timestamp\.json has version 1, and this box has seen 2/],
    trusts: ALL_2,
  },
  {
    name: 'of two timestamps of one version the first counts',
    publish: ({ repository }) => {
      repository.snapshot.version = 7;
      repository.publish();
    },
    trusts: ALL_1,
  },
  {
    name: 'a newer timestamp that names an older snapshot is refused',
    publish: async ({ repository, box }) => {
      repository.snapshot.version = 5;
      repository.timestamp.version = 2;
      repository.publish();
      await box.look(repository);
      repository.snapshot.version = 4;
      repository.timestamp.version = 3;
      repository.publish();
    },
    refused: ['rollback', /snapshot\.json has version 4, and this box has seen 5/],
    trusts: { root: 1, timestamp: 2, snapshot: 5, targets: 1 },
  },
  {
    name: 'a newer snapshot that names an older list is refused',
    publish: async ({ repository, box }) => {
      repository.release('0.3.0');
      await box.look(repository);
      repository.targets.version = 1;
      repository.snapshot.version = 3;
      repository.timestamp.version = 3;
      repository.publish();
    },
    refused: ['rollback', /targets\.json has version 1, and this box has seen 2/],
    trusts: { ...ALL_2, timestamp: 3 },
  },
  {
    name: 'a newer snapshot that leaves out a list is refused',
    publish: async ({ repository, box }) => {
      Object.assign(repository.snapshot, { meta: { 'targets.json': { version: 1 }, 'other.json': { version: 1 } } });
      repository.snapshot.version = repository.timestamp.version = 2;
      repository.publish();
      await box.look(repository);
      Object.assign(repository.snapshot, { meta: { 'targets.json': { version: 1 } } });
      repository.snapshot.version = repository.timestamp.version = 3;
      repository.publish();
    },
    refused: ['rollback', /does not name other\.json any more/],
  },
  {
    name: 'a snapshot of another version than the timestamp says is refused',
    publish: ({ repository }) => {
      repository.publish({ next: true });
      repository.metaOf.snapshot = { version: 3, length: undefined, hashes: undefined };
      repository.files.set('metadata/3.snapshot.json', repository.files.get('metadata/2.snapshot.json') as Uint8Array);
      repository.publishTimestamp();
    },
    refused: ['content', /snapshot\.json has version 2, and timestamp\.json says 3/],
  },
  {
    name: 'a list of another version than the snapshot says is refused (mix and match)',
    publish: ({ repository }) => {
      repository.publish({ next: true });
      repository.metaOf.targets = { version: 3 };
      repository.files.set('metadata/3.targets.json', repository.files.get('metadata/2.targets.json') as Uint8Array);
      repository.publishSnapshot();
    },
    refused: ['content', /targets\.json has version 2, and snapshot\.json says 3/],
  },
  {
    name: 'a snapshot of other bytes than the timestamp says is refused (mix and match)',
    publish: ({ repository }) => {
      repository.publish({ next: true });
      repository.snapshot.expires = days(80);
      const before = repository.files.get('metadata/timestamp.json') as Uint8Array;
      repository.publish();
      repository.files.set('metadata/timestamp.json', before);
    },
    refused: ['content', /snapshot\.json is not the file that was signed for/],
  },
  {
    name: 'a list of other bytes than the snapshot says is refused (mix and match)',
    publish: ({ repository }) => {
      repository.publish({ next: true });
      const [snapshot, timestamp] = ['2.snapshot', 'timestamp'].map(name => metadata(repository, name));
      repository.targets.expires = days(80);
      repository.publish();
      put(repository, '2.snapshot', snapshot as object);
      put(repository, 'timestamp', timestamp as object);
    },
    refused: ['content', /targets\.json is not the file that was signed for/],
  },
  {
    name: 'a digest of an unknown kind is no digest',
    publish: ({ repository }) => {
      repository.publish({ next: true });
      repository.metaOf.snapshot = { hashes: { md17: 'aa' } };
      repository.publishTimestamp(repository.files.get('metadata/2.snapshot.json'));
    },
    refused: ['content', /md17/],
  },
  {
    name: 'versions that a thief has signed too high are forgotten with the keys (fast-forward)',
    publish: async ({ repository, box }) => {
      repository.timestamp.version = repository.snapshot.version = 1_000_000;
      repository.publish();
      await box.look(repository);
      repository.nextRoot(() => {
        repository.roles.timestamp.keys = [signer()];
        repository.roles.snapshot.keys = [signer()];
      });
      repository.timestamp.version = repository.snapshot.version = 2;
      repository.publish();
    },
    trusts: { root: 2, timestamp: 2, snapshot: 2, targets: 1 },
  },
  ...(['timestamp', 'snapshot'] as const).map(
    (role): Case => ({
      name: `a new key of ${role} alone forgets both, also those too high`,
      publish: async ({ repository, box }) => {
        repository.timestamp.version = repository.snapshot.version = 1_000_000;
        repository.publish();
        await box.look(repository);
        repository.nextRoot(() => {
          repository.roles[role].keys = [signer()];
        });
        repository.timestamp.version = repository.snapshot.version = 2;
        repository.publish();
      },
      trusts: { root: 2, timestamp: 2, snapshot: 2, targets: 1 },
    }),
  ),
  {
    name: 'without new keys they stay refused',
    publish: async ({ repository, box }) => {
      repository.timestamp.version = 1_000_000;
      repository.publish();
      await box.look(repository);
      repository.nextRoot();
      repository.timestamp.version = 2;
      repository.publish();
    },
    refused: ['rollback', /timestamp\.json has version 2, and this box has seen 1000000/],
  },
];

const [a, b, c, d, e, f] = Array.from({ length: 6 }, () => signer()) as [
  Signer,
  Signer,
  Signer,
  Signer,
  Signer,
  Signer,
];
/** Keys of the root before and after, and who signs the new one; whether it is followed. */
const rootChanges: readonly [string, Signer[], number, Signer[], number, Signer[], boolean][] = [
  ['1 of 1, the same', [a], 1, [a], 1, [a], true],
  ['1 of 1, another, signed by both', [a], 1, [b], 1, [a, b], true],
  ['1 of 1, another, the new one has not signed', [a], 1, [b], 1, [a], false],
  ['1 of 1, another, the old one has not signed', [a], 1, [b], 1, [b], false],
  ['2 of 3, the same, by two', [a, b, c], 2, [a, b, c], 2, [a, c], true],
  ['2 of 3, the same, by one', [a, b, c], 2, [a, b, c], 2, [a], false],
  ['2 of 3, one lost and replaced by the other two', [a, b, c], 2, [a, b, d], 2, [a, b], true],
  ['2 of 3, two replaced by the one that is left', [a, b, c], 2, [a, d, e], 2, [a, d], false],
  ['2 of 3, all replaced, by two of each', [a, b, c], 2, [d, e, f], 2, [a, b, d, e], true],
  ['2 of 3, all replaced, by one of the old', [a, b, c], 2, [d, e, f], 2, [a, d, e], false],
  ['2 of 3, all replaced, by one of the new', [a, b, c], 2, [d, e, f], 2, [a, b, d], false],
  ['more needed, by as many', [a, b, c], 1, [a, b, c], 3, [a, b, c], true],
  ['more needed, by too few', [a, b, c], 1, [a, b, c], 3, [a, b], false],
  ['fewer needed, by as many as before', [a, b, c], 3, [a, b, c], 1, [a, b, c], true],
  ['fewer needed, by as many as now', [a, b, c], 3, [a, b, c], 1, [a], false],
];

const keys: readonly Case[] = [
  ...rootChanges.map(
    ([what, before, thresholdBefore, after, threshold, by, followed]): Case => ({
      name: `root ${what}`,
      first: true,
      publish: ({ repository, box }) => {
        repository.roles.root = { keys: before, threshold: thresholdBefore };
        box.trusted = { root: repository.publishRoot() };
        repository.roles.root = { keys: after, threshold };
        repository.root.version = 2;
        repository.publishRoot(by);
      },
      ...(followed
        ? { trusts: { ...ALL_1, root: 2 } }
        : {
            refused: ['signature', /root 2, by (the root before|itself), is signed by/] as const,
            trusts: { root: 1 },
          }),
    }),
  ),
  ...(['timestamp', 'snapshot', 'targets'] as const).flatMap((role): Case[] => [
    {
      name: `a new key of ${role} signs`,
      publish: ({ repository }) => {
        repository.nextRoot(() => {
          repository.roles[role].keys = [signer()];
        });
        repository.publish({ next: true });
      },
      trusts: { ...ALL_2, root: 2 },
    },
    {
      name: `the key of ${role} from before signs no more`,
      publish: ({ repository }) => {
        repository.signing = { [role]: repository.roles[role].keys };
        repository.nextRoot(() => {
          repository.roles[role].keys = [signer()];
        });
        repository.publish({ next: true });
      },
      refused: ['signature', new RegExp(`${role}\\.json is signed by 0 of its keys, and 1 is needed`)],
    },
    {
      name: `${role} that a stranger signed is refused`,
      publish: ({ repository }) => {
        repository.signing = { [role]: [stranger] };
        repository.publish({ next: true });
      },
      refused: ['signature', new RegExp(`${role}\\.json is signed by 0`)],
    },
    {
      name: `${role} without a signature is refused`,
      publish: ({ repository }) => {
        repository.signing = { [role]: [] };
        repository.publish({ next: true });
      },
      refused: ['signature', new RegExp(`${role}\\.json is signed by 0`)],
    },
    {
      name: `${role} that was changed after it was signed is refused`,
      publish: ({ repository }) => {
        repository.publish({ next: true });
        // Nothing but the signature says so.
        repository.metaOf = { snapshot: { length: undefined, hashes: undefined } };
        repository.publishSnapshot();
        tamper(repository, role === 'timestamp' ? role : `2.${role}`, content => {
          content.signed.expires = days(350);
        });
      },
      refused: ['signature', new RegExp(`${role}\\.json is signed by 0`)],
    },
  ]),
  {
    name: 'two keys are needed, and both have signed',
    publish: ({ repository }) => {
      repository.nextRoot(() => {
        repository.roles.targets.threshold = 2;
      });
      repository.publish({ next: true });
    },
    trusts: { ...ALL_2, root: 2 },
  },
  {
    name: 'two keys are needed, and one has signed',
    publish: ({ repository }) => {
      repository.nextRoot(() => {
        repository.roles.targets.threshold = 2;
      });
      repository.signing = { targets: repository.roles.targets.keys.slice(0, 1) };
      repository.publish({ next: true });
    },
    refused: ['signature', /targets\.json is signed by 1 of its keys, and 2 are needed/],
  },
  {
    name: 'one key that has signed twice is one',
    publish: ({ repository }) => {
      repository.nextRoot(() => {
        repository.roles.timestamp = { keys: [signer(), signer()], threshold: 2 };
      });
      const [one] = repository.roles.timestamp.keys as [Signer];
      repository.signing = { timestamp: [one, one] };
      repository.publish({ next: true });
    },
    refused: ['malformed', /multiple signatures/],
  },
  {
    name: 'one key of two names is one',
    publish: ({ repository }) => {
      const one = signer();
      const again = { ...one, id: sha256('another name') };
      repository.nextRoot(() => {
        repository.roles.timestamp = { keys: [one, again], threshold: 2 };
      });
      repository.publish({ next: true });
    },
    refused: ['signature', /timestamp\.json is signed by 1 of its keys, and 2 are needed/],
  },
  {
    name: 'a root that names no key of a role is refused when the role is read',
    publish: ({ repository }) => {
      repository.nextRoot(() => {
        repository.roles.snapshot = { keys: [], threshold: 1 };
      });
      repository.publish({ next: true });
    },
    refused: ['signature', /snapshot\.json is signed by 0/],
  },
  {
    name: 'a root that names a key it does not have is signed by the others',
    publish: ({ repository }) => {
      const roles = Object.fromEntries(
        Object.entries(repository.roles).map(([role, { keys, threshold }]) => [
          role,
          { keyids: [...keys.map(({ id }) => id), sha256('nobody')], threshold },
        ]),
      );
      repository.nextRoot(undefined, { roles });
    },
    trusts: { ...ALL_1, root: 2 },
  },
  {
    name: 'a key of an unknown kind signs nothing, and stops no other',
    publish: ({ repository }) => {
      const unknown: Signer = {
        ...signer(),
        id: sha256('x'),
        key: { keytype: 'later', scheme: 'x', keyval: { public: 'aa' } },
      };
      repository.nextRoot(() => repository.roles.targets.keys.push(unknown));
      repository.signing = { targets: repository.roles.targets.keys.slice(0, 1) };
      repository.publish({ next: true });
    },
    trusts: { ...ALL_2, root: 2 },
  },
  {
    name: 'a threshold of none is refused',
    publish: ({ repository }) => {
      repository.nextRoot(() => {
        repository.roles.timestamp.threshold = 0;
      });
    },
    refused: ['malformed', /2\.root|root\.json cannot be read: threshold/],
    trusts: ALL_1,
  },
  {
    name: 'signatures of strangers beside enough of its own are no harm',
    publish: ({ repository }) => {
      repository.signing = { timestamp: [...repository.roles.timestamp.keys, stranger] };
      repository.publish({ next: true });
    },
    trusts: ALL_2,
  },
  {
    name: 'a key of another role does not sign for it',
    publish: ({ repository }) => {
      repository.signing = { targets: repository.roles.timestamp.keys };
      repository.publish({ next: true });
    },
    refused: ['signature', /targets\.json is signed by 0/],
  },
];

const roots: readonly Case[] = [
  {
    name: 'several new roots are followed one by one',
    publish: ({ repository }) => {
      for (let round = 0; round < 5; round++) {
        repository.nextRoot(() => {
          repository.roles.root.keys = [...repository.roles.root.keys.slice(1), signer()];
        });
      }
    },
    trusts: { ...ALL_1, root: 6 },
  },
  {
    name: 'a chain that lacks a root ends before it',
    publish: ({ repository }) => {
      repository.nextRoot();
      repository.nextRoot();
      repository.files.delete('metadata/2.root.json');
    },
    trusts: ALL_1,
  },
  {
    name: 'a root of a version too high is refused',
    publish: ({ repository }) => {
      repository.root.version = 5;
      repository.publishRoot(undefined, 2);
    },
    refused: ['rollback', /root 2 says that it is version 5/],
    trusts: ALL_1,
  },
  {
    name: 'a root of the same version is refused',
    publish: ({ repository }) => {
      repository.publishRoot(undefined, 2);
    },
    refused: ['rollback', /root 2 says that it is version 1/],
    trusts: ALL_1,
  },
  {
    name: 'a chain that never ends is not followed for ever',
    first: true,
    publish: ({ repository }) => {
      for (let round = 0; round <= MOST_ROOTS; round++) repository.nextRoot();
    },
    refused: ['malformed', /more than 64 roots/],
    trusts: { root: 1 + MOST_ROOTS },
  },
  {
    name: 'a good root is kept although a bad one follows',
    publish: ({ repository }) => {
      repository.nextRoot();
      repository.nextRoot();
      repository.publishRoot([stranger], 3);
    },
    refused: ['signature', /root 3/],
    trusts: { ...ALL_1, root: 2 },
  },
  {
    name: 'a root of a repository that does not keep versions apart is refused',
    publish: ({ repository }) => {
      repository.nextRoot(undefined, { consistent_snapshot: false });
    },
    refused: ['malformed', /does not keep versions apart/],
    trusts: ALL_1,
  },
  {
    name: 'a root that lacks a role is refused',
    publish: ({ repository }) => {
      repository.nextRoot(undefined, { roles: { root: { keyids: [], threshold: 1 } } });
    },
    refused: ['malformed', /missing top-level role/],
    trusts: ALL_1,
  },
];

const malformed: readonly Case[] = [
  ...(['timestamp', '2.snapshot', '2.targets'] as const).flatMap((name): Case[] => [
    {
      name: `${name} that is not there is named`,
      publish: ({ repository }) => {
        repository.publish({ next: true });
        repository.files.delete(`metadata/${name}.json`);
      },
      refused: ['missing', new RegExp(`updates\\.example\\.org has no metadata/${name}\\.json`)],
    },
    {
      name: `${name} that is no JSON is refused`,
      publish: ({ repository }) => {
        repository.metaOf = { snapshot: { length: undefined, hashes: undefined } };
        repository.publish({ next: true });
        repository.publishSnapshot();
        repository.files.set(`metadata/${name}.json`, Buffer.from('<html>'));
      },
      refused: ['malformed', /\.json cannot be read/],
    },
  ]),
  {
    name: 'another role under the name of one is refused',
    publish: ({ repository }) => {
      put(repository, 'timestamp', metadata(repository, '1.snapshot'));
    },
    refused: ['malformed', /expected 'timestamp', got snapshot/],
    trusts: ALL_1,
  },
  {
    name: 'a version of the format that is not known is refused',
    publish: ({ repository }) => {
      Object.assign(repository.timestamp, { spec_version: '2.0.0' });
      repository.publish({ next: true });
    },
    refused: ['malformed', /specVersion/],
  },
  {
    name: 'a date that is none is refused',
    publish: ({ repository }) => {
      repository.timestamp.expires = 'soon';
      repository.publish({ next: true });
    },
    refused: ['malformed', /expires/],
  },
  {
    name: 'a version that is no whole number is refused',
    publish: ({ repository }) => {
      repository.timestamp.version = 1.5;
      repository.publishTimestamp();
    },
    refused: ['malformed', /1\.5/],
  },
  {
    name: 'text that is no UTF-8 is refused',
    publish: ({ repository }) => {
      const bytes = Buffer.from(repository.files.get('metadata/timestamp.json') as Uint8Array);
      repository.files.set('metadata/timestamp.json', Buffer.concat([bytes, Buffer.from([0xff])]));
    },
    refused: ['malformed', /timestamp\.json cannot be read/],
  },
  {
    name: 'a timestamp that names no snapshot is refused',
    publish: ({ repository }) => {
      const { keys } = repository.roles.timestamp;
      const body = { ...metadata(repository, 'timestamp').signed, version: 2, meta: undefined };
      repository.files.set('metadata/timestamp.json', signed(JSON.parse(JSON.stringify(body)), keys));
    },
    refused: ['malformed', /has no meta/],
    trusts: ALL_1,
  },
  {
    name: 'a release that only a delegated role vouches for is not offered',
    publish: ({ repository }) => {
      const other = signer();
      const role = { name: 'other', keyids: [other.id], threshold: 1, terminating: false, paths: ['*'] };
      Object.assign(repository.targets, { delegations: { keys: { [other.id]: other.key }, roles: [role] } });
      repository.publish({ next: true });
      repository.asked.length = 0;
    },
    trusts: ALL_2,
    also: (t, { repository }, verified) => {
      t.equal(verified?.targets.length, 1);
      t.notOk(repository.asked.some(path => path.includes('other')));
    },
  },
  {
    name: 'what is signed for as longer than anything may be is not read',
    publish: ({ repository }) => {
      repository.metaOf.snapshot = { length: 1e12 };
      repository.publish({ next: true });
      repository.files.set('metadata/2.snapshot.json', Buffer.alloc(64 * 1024 + 1, 0x20));
    },
    refused: ['too_large', /too large/],
  },
];

for (const [group, cases] of Object.entries({ wholeWay, expiry, rollback, keys, roots, malformed })) {
  t.test(group, async t => {
    for (const { name, first = false, publish, refused, trusts, also } of cases) {
      t.test(name, async t => {
        const repository = new Repository();
        const box = new Box(repository);
        if (!first) await box.look(repository);
        await publish({ repository, box });
        const outcome = await box.look(repository).catch((cause: unknown) => cause as UpdateRefused);
        if (refused) t.match(outcome, { reason: refused[0], message: refused[1] });
        else t.notOk(outcome instanceof Error, outcome instanceof Error ? outcome.message : 'taken');
        if (trusts) t.same(box.versions, trusts);
        await also?.(t, { repository, box }, outcome instanceof Error ? undefined : outcome);
      });
    }
  });
}
