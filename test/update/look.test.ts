import { join } from 'node:path';
import t from 'tap';
import { lookForRelease } from '../../src/update/look.ts';
import type { RefusalReason } from '../../src/update/refusal.ts';
import { compareVersions, isReleaseVersion } from '../../src/update/release-version.ts';
import type { Source } from '../../src/update/source.ts';
import { TrustStore } from '../../src/update/trust-store.ts';
import { days, NOW, Repository, signer } from './repository.ts';

const DAY_MS = 24 * 3_600_000;
const BOX = { version: '0.1.0', architecture: 'x64', form: 'executable' } as const;

function world(t: { testdir(): string }) {
  const repository = new Repository();
  const folder = join(t.testdir(), 'update');
  const store = new TrustStore(folder, repository.publishRoot());
  const look = (options: Partial<Parameters<typeof lookForRelease>[0]> = {}) =>
    lookForRelease({ source: repository, store, now: NOW, box: BOX, ...options });
  return { repository, store, look };
}

/** What a person may ask for of a file, and what comes of it. */
interface Case {
  readonly name: string;
  readonly make: (repository: Repository) => void;
  readonly ask?: Parameters<ReturnType<typeof world>['look']>[0];
  readonly refused?: readonly [RefusalReason, RegExp];
  readonly found?: string;
  readonly stale?: readonly string[];
}

const stale: readonly Case[] = [
  { name: 'a fresh list is not called stale', make: () => {}, ask: { stale: true }, found: '0.2.0', stale: [] },
  ...(['timestamp', 'snapshot'] as const).flatMap((role): Case[] => {
    const make = (repository: Repository) => {
      repository[role].expires = days(-10);
      repository.publish();
    };
    return [
      { name: `${role} past its date is refused`, make, refused: ['expired', /say --stale/] },
      {
        name: `${role} past its date is taken with --stale, and said`,
        make,
        ask: { stale: true },
        found: '0.2.0',
        stale: [role],
      },
    ];
  }),
  {
    name: 'targets past their date are refused with --stale, too',
    make: repository => {
      repository.targets.expires = days(-1);
      repository.publish();
    },
    ask: { stale: true },
    refused: ['expired', /targets\.json held until/],
  },
  {
    name: 'a root past its date is refused with --stale, too',
    make: repository => {
      for (const role of [repository.timestamp, repository.snapshot, repository.targets]) role.expires = days(900);
      repository.publish();
    },
    ask: { stale: true, now: NOW + 701 * DAY_MS },
    refused: ['expired', /root\.json held until/],
  },
  {
    name: 'a signature counts with --stale as ever',
    make: repository => {
      repository.timestamp.expires = days(-10);
      repository.signing = { timestamp: [signer()] };
      repository.publish();
    },
    ask: { stale: true },
    refused: ['signature', /timestamp\.json is signed by 0/],
  },
];

const suitability: readonly Case[] = [
  { name: 'the newest is offered', make: repository => repository.release('0.3.0'), found: '0.3.0' },
  {
    name: 'of several the highest, by numbers',
    make: repository => {
      for (const version of ['0.9.0', '0.10.0', '0.2.0']) {
        repository.addTarget(`waystation-${version}`, version, { version, architecture: 'x64', form: 'executable' });
      }
      repository.publish({ next: true });
    },
    found: '0.10.0',
  },
  {
    name: 'another processor is named',
    make: repository => repository.release('0.3.0', { architecture: 'arm64' }),
    refused: ['unsuitable', /no executable for x64, only executable for arm64/],
  },
  {
    name: 'another form is named',
    make: repository => repository.release('0.3.0', { form: 'deb' }),
    refused: ['unsuitable', /no executable for x64, only deb for x64/],
  },
  {
    name: 'a release that follows a later one than this names the way',
    make: repository => repository.release('0.9.0', { minVersion: '0.5.0' }),
    refused: ['unsuitable', /0\.9\.0 follows 0\.5\.0 at least, and this is 0\.1\.0: install 0\.5\.0 first/],
  },
  {
    name: 'what is no release is not offered',
    make: repository => {
      for (const [name, about] of Object.entries({
        'a b': {},
        'x/../y': {},
        z: { version: '9.0' },
        notes: { form: 'text' },
      })) {
        repository.addTarget(name, 'x', { version: '9.0.0', architecture: 'x64', form: 'executable', ...about });
      }
      repository.publish({ next: true });
    },
    found: '0.2.0',
  },
  {
    name: 'no release at all is said',
    make: repository => {
      Object.assign(repository.targets, { targets: {} });
      repository.publish({ next: true });
    },
    refused: ['unsuitable', /only no release at all|no release at all/],
  },
];

for (const [group, cases] of Object.entries({ stale, suitability })) {
  for (const { name, make, ask = {}, refused, found, stale } of cases) {
    t.test(`${group}: ${name}`, async t => {
      const { repository, look } = world(t);
      make(repository);
      if (refused) {
        await t.rejects(look(ask), { reason: refused[0], message: refused[1] });
        return;
      }
      const { release, verified } = await look(ask);
      t.equal(release?.version, found);
      if (stale) t.same(verified.stale, stale);
    });
  }
}

t.test('the release that runs is the newest', async t => {
  const { look } = world(t);
  t.equal((await look({ box: { ...BOX, version: '0.2.0' } })).release, undefined);
});

t.test('below the highest version that ever ran nothing is offered, unless it is asked for', async t => {
  const { store, look } = world(t);
  store.commit('0.5.0');
  for (const version of ['0.1.0', '0.5.0', '0.4.0']) {
    const box = { ...BOX, version };
    await t.rejects(
      look({ box }),
      { reason: 'downgrade', message: /0\.2\.0 is older than 0\.5\.0.*--downgrade/ },
      version,
    );
    t.equal((await look({ box, downgrade: true })).release?.version, '0.2.0', version);
  }
  t.equal(store.committed, '0.5.0', 'and it stays the highest');
});

t.test(
  'an older bundle than was seen is refused, taken with --downgrade, and what was seen is not forgotten',
  async t => {
    const { repository, store, look } = world(t);
    const before = new Map(repository.files);
    repository.release('0.3.0');
    await look();
    const seen = store.facts;
    const old: Source = {
      name: 'old.wsu',
      read: async path => before.get(path),
      stream: () => t.fail('asked') as never,
    };
    await t.rejects(look({ source: old }), {
      reason: 'rollback',
      message: /timestamp\.json has version 1, and this box has seen 2/,
    });
    t.equal((await look({ source: old, downgrade: true })).release?.version, '0.2.0');
    t.same(store.facts, seen);
    await t.rejects(look({ source: old }), { reason: 'rollback', message: /./ });
  },
);

t.test('a key that was taken back is not trusted with --downgrade either', async t => {
  const { repository, store, look } = world(t);
  const thief = repository.roles.timestamp.keys;
  repository.nextRoot(() => {
    repository.roles.timestamp.keys = [signer()];
  });
  repository.publish({ next: true });
  await look();
  t.equal(store.facts.root, 2);
  repository.signing = { timestamp: thief };
  repository.publish();
  await t.rejects(look({ downgrade: true }), { reason: 'signature', message: /./ });
});

t.test('versions of releases are three numbers, and are compared as such', async t => {
  for (const version of ['0.1.0', '10.20.30']) t.ok(isReleaseVersion(version), version);
  for (const version of ['1.2', '1.2.3.4', '01.2.3', '1.2.3-rc.1', 'v1.2.3', '1.2.9999999', ' 1.2.3', 5]) {
    t.notOk(isReleaseVersion(version), String(version));
  }
  t.same(['0.10.0', '0.9.9', '1.0.0', '0.9.10'].toSorted(compareVersions), ['0.9.9', '0.9.10', '0.10.0', '1.0.0']);
  t.equal(compareVersions('1.2.3-dev', '1.2.3'), 0);
});
