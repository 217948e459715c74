import t from 'tap';
import {
  type AutoSettings,
  isLookDue,
  knownReleasesIn,
  type NewestRelease,
  NOTHING_KNOWN,
  newerThan,
  newestOf,
  shareOf,
  whyNotNow,
} from '../../src/update/known-releases.ts';
import { releaseFiles } from '../../src/update/releases.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2027-06-01T12:00:00Z');
const newest: NewestRelease = {
  ...{ version: '0.2.0', security: false, rollout: 100, notes: null, notBefore: null, firstSeenAt: NOW - 5 * DAY_MS },
};
const all: AutoSettings = { auto: 'all', window: undefined, deferMs: 0, wavePercent: 100 };
const boxes = Array.from({ length: 2000 }, (_, at) => `70b3d59cd${at.toString(16).padStart(7, '0')}`);

t.test('boxes look about once a day, each at a time of its own', async t => {
  const known = { ...NOTHING_KNOWN, triedAt: NOW, lookedAt: NOW };
  const due = (hours: number) => boxes.filter(id => isLookDue(known, id, NOW + hours * HOUR_MS, DAY_MS)).length;
  t.equal(due(19.9), 0);
  t.equal(due(28.1), boxes.length);
  t.ok(Math.abs(due(24) - boxes.length / 2) < 120, `${due(24)} of ${boxes.length} after a day`);
});

t.test(
  'what was not reached is tried again within two hours, what was never tried within one of the start',
  async t => {
    const failed = { ...NOTHING_KNOWN, triedAt: NOW, lookedAt: NOW - DAY_MS };
    t.notOk(boxes.some(id => isLookDue(failed, id, NOW + 0.9 * HOUR_MS, DAY_MS)));
    t.ok(boxes.every(id => isLookDue(failed, id, NOW + 2.1 * HOUR_MS, DAY_MS)));
    const refused = { ...failed, refused: { reason: 'expired', message: '' } };
    t.notOk(
      boxes.some(id => isLookDue(refused, id, NOW + 2.1 * HOUR_MS, DAY_MS)),
      'a list that was reached has a day',
    );
    const first = (minutes: number) => boxes.filter(id => isLookDue(NOTHING_KNOWN, id, NOW, minutes * 60_000)).length;
    t.ok(first(6) > 0 && first(6) < boxes.length / 5, `${first(6)} within six minutes`);
    t.equal(first(61), boxes.length);
    const ahead = { ...NOTHING_KNOWN, triedAt: NOW + 400 * DAY_MS, lookedAt: NOW + 400 * DAY_MS };
    t.ok(isLookDue(ahead, 'a', NOW, DAY_MS), 'a time that lies ahead keeps nobody waiting for a year');
  },
);

t.test('a release is taken by itself as the settings say', async t => {
  const why = (settings: Partial<AutoSettings>, release: Partial<NewestRelease> = {}, now = NOW) =>
    whyNotNow({ ...all, ...settings }, { ...newest, ...release }, 'box', now);
  t.equal(why({}), undefined);
  t.match(why({ auto: 'off' }, { security: true }), /update\.auto is off/);
  t.match(why({ auto: 'security' }), /closes no hole/);
  t.equal(why({ auto: 'security' }, { security: true }), undefined);
  t.match(why({ deferMs: 6 * DAY_MS }), /not known for as long/);
  t.equal(why({ deferMs: 5 * DAY_MS }), undefined);
  t.equal(why({ deferMs: 60 * DAY_MS }, { security: true }), undefined, 'what closes a hole does not wait');
  t.match(why({}, { notBefore: NOW + 1 }), /ask to wait until 2027-06-01T12:00:00\.001Z/);
  t.equal(why({}, { notBefore: NOW }), undefined);
});

t.test('a window is by the clock of the machine, and may go over midnight', async t => {
  const at = (hours: number, minutes = 0) => new Date(2027, 5, 1, hours, minutes).getTime();
  const waits = (window: string, hours: number, minutes = 0) =>
    whyNotNow({ ...all, window }, newest, 'box', at(hours, minutes)) !== undefined;
  t.same(
    [1.9, 2, 4, 5].map(hours => waits('02:00-05:00', Math.floor(hours), hours % 1 ? 59 : 0)),
    [true, false, false, true],
  );
  t.same(
    [21, 22, 23, 0, 3, 4, 12].map(hours => waits('22:00-04:00', hours)),
    [true, false, false, false, false, true, true],
  );
});

t.test(
  'of many boxes as many take part as the wave says, others for each release, and none that did falls out',
  async t => {
    const takes = (percent: number, rollout = 100, version = '0.2.0') =>
      new Set(
        boxes.filter(id => !whyNotNow({ ...all, wavePercent: percent }, { ...newest, version, rollout }, id, NOW)),
      );
    t.equal(takes(100).size, boxes.length);
    t.equal(takes(100, 0).size, 0, 'its makers may stop it');
    const [ten, thirty] = [takes(10), takes(30)];
    t.ok(Math.abs(ten.size - 200) < 50 && Math.abs(thirty.size - 600) < 80, `${ten.size}, ${thirty.size}`);
    t.ok([...ten].every(id => thirty.has(id)));
    t.same([...takes(100, 10)], [...ten], 'settings and makers mean the same boxes');
    const next = takes(10, 100, '0.3.0');
    t.ok([...ten].filter(id => next.has(id)).length < 60, 'others are first the next time');
  },
);

t.test('what is known is kept as text, and nothing else is taken for it', async t => {
  const known = { ...NOTHING_KNOWN, triedAt: 1, lookedAt: 1, newest };
  t.same(knownReleasesIn(JSON.stringify(known)), known);
  for (const text of [undefined, '', 'x', 'null', '{"newest":{"version":"x"}}', '{"newest":{"version":"1.0.0"}}'])
    t.same(knownReleasesIn(text), NOTHING_KNOWN, String(text));
  t.equal(newerThan('0.1.0', known)?.version, '0.2.0');
  t.equal(newerThan('0.2.0', known), undefined, 'the box has it by now');
  const [file] = releaseFiles([
    {
      ...{ path: 'w', length: 1, hashes: { sha256: 'a'.repeat(64) }, unrecognizedFields: {} },
      custom: { version: '0.2.0', architecture: 'x64', form: 'deb', rollout: 10, notBefore: '2027-06-01T12:00:00Z' },
    } as never,
  ]);
  t.match(file, { rollout: 10, notBefore: NOW });
  const later = newestOf(file, known, NOW);
  t.match(later, { version: '0.2.0', rollout: 10, notBefore: NOW, firstSeenAt: newest.firstSeenAt });
  t.match(newestOf(file, NOTHING_KNOWN, NOW), { firstSeenAt: NOW });
  t.ok(shareOf('a') >= 0 && shareOf('a') < 1);
});
