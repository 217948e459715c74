// Long: for CI and `npm test -- --long`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Config, DeepPartial } from '../../../src/config/load.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, MS_NS } from '../../../src/kit/units.ts';
import { backUpTo } from '../../../src/upkeep/backup/backup.ts';
import { restore } from '../../../src/upkeep/backup/restore.ts';
import { Scene } from '../../contract/scene.ts';
import { Center, until } from '../../peers/center.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';
import { RestBox } from '../../rest/box.ts';
import { isWhole, some } from '../../whole.ts';
import { configAt } from '../filled.ts';
import { type Answer, platformQuestions, type Question, restQuestions } from './questions.ts';

// Some thousand calls to a whole service center, again and again; `TEST_WHOLE=1` asks everything of each box, and of one more.
t.setTimeout(600_000);

const SETTINGS: DeepPartial<Config> = { integrations: { allow_targets: ['127.0.0.0/8'] } };
const PASSPHRASE = 'correct horse';
const NEAR = '70b3d5677aaaeeee';
/** There are no users in this edition, and no application center. */
const UNSERVED = ['GetOrganizationUser', 'GetScaciSession'];
const MORE = 300;
const PLACES = 2 ** 32;

/** What was asked of a service center, by question. */
type Answers = readonly Answer[];

/** A stopped service center with something of each kind, and all that reads it. */
async function furnished(dir: string) {
  await using scene = await Scene.furnish(await RestBox.start(dir, { settings: SETTINGS }));
  for (let round = 0; round < 3; round++) await scene.refill();
  const { box, things } = scene;
  const { center, organizationId } = box;
  const headers = { ...box.own, 'x-organization-id': organizationId };
  for (const { id } of (await box.get('/api/v2/rules', { query: { limit: 100 } })).json.rules as { id: string }[]) {
    await box.patch(`/api/v2/rules/${id}`, { enabled: false });
  }
  const { blueprints } = await center.api.call('ListBlueprints', { page_size: 1 });
  const { end_points } = (await center.api.call('ListEndPoints', {
    page_size: 1,
    order_by: 'ep_eui',
  } as never)) as never as { end_points?: { ep_eui: string }[] };
  // What has become of open downlinks is not known after a restore: here they have expired by then.
  const now = center.clock.now() + 2 * DAY_MS;
  const known = {
    headers: { 'x-organization-id': organizationId },
    ids: {
      ep_eui: end_points?.[0]?.ep_eui ?? '70b3d5677aaa0001',
      bs_eui: NEAR,
      organization_id: organizationId,
      query: 'meter',
      blueprint_id: blueprints[0]?.id ?? '',
      user_data: 'FAFB',
    },
    window: { start_time: new Date(now - 3 * DAY_MS).toISOString(), end_time: new Date(now).toISOString() },
    given: { format: 'csv', include_duplicates: true },
  };
  const questions = [...restQuestions(things, headers), ...(await platformQuestions(center, known))];
  return { questions, now, epEui: known.ids.ep_eui };
}

async function ask(
  dir: string,
  now: number,
  questions: readonly Question[],
): Promise<{ answers: Answers; steps: number }> {
  await using center = await Center.start({ dir, settings: SETTINGS, now });
  const answers: Answer[] = [];
  for (const question of questions) answers.push(await question.ask(center));
  const { steps } = await center.app.scanning();
  return { answers, steps };
}

/** So many messages come, one after the other. */
async function hear(dir: string, now: number, epEui: string): Promise<void> {
  await using center = await Center.start({ dir, settings: SETTINGS, now });
  const station = await center.baseStation({ bsEui: NEAR, register: false });
  const before = await center.visible();
  for (let n = 0; n < MORE; n++) {
    const rxTime = BigInt(now + n * 1000) * MS_NS;
    await station.start(
      'ulData',
      uplink({ epEui: euiOf(epEui), packetCnt: 10_000 + n, rxTime, userData: Uint8Array.of(n % 20, 1, 65) }),
    );
  }
  // What is done now and then is done in between.
  await center.clock.advance(MINUTE_MS);
  await until(async () => (await center.visible()) === before + MORE);
}

/**
 * Keys of answers that name the box, its call, or what it is about to do. What a station knows is of its session, which a restore ends: it is told
 * of all endpoints anew.
 */
const OF_THE_BOX =
  /^(memory|load|last_?[eE]rror(At|_at)?|instance|requestId|nextAttemptAt|port|listenPort|attachedEndpoints)$/;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Without what names the box: places that were left out, tokens that are sealed anew, ids that are made anew, and what the box has told of itself. */
function comparable(value: unknown, since: number, key = ''): unknown {
  if (OF_THE_BOX.test(key)) return 0;
  if (/page_?token$/i.test(key) && typeof value === 'string') return value === '' ? '' : 'a token';
  if (typeof value === 'number') return value > PLACES && value < 8 * PLACES ? value % PLACES : value;
  if (typeof value === 'string') {
    if (/^\d{10,11}$/.test(value)) return String(comparable(Number(value), since));
    // A message is named by its place, too.
    const named = value.replace(/-70a5-8[0-9a-f]{3}-[0-9a-f]{4}(?=[0-9a-f]{8}$)/, '-message-');
    return UUID.test(named) && Number.parseInt(named.replace('-', '').slice(0, 12), 16) >= since ? 'made since' : named;
  }
  if (Array.isArray(value)) return value.filter(item => !isOfTheBox(item)).map(item => comparable(item, since));
  if (typeof value !== 'object' || value === null) return value;
  // How many there are is counted for a bounded time, and events of the box are among those of others.
  const isOfEvents = 'events' in value || 'activities' in value || 'totalIsMinimum' in value;
  const known = Object.entries(value).filter(([name]) => !(isOfEvents && /^total/.test(name)));
  return Object.fromEntries(known.map(([name, item]) => [name, comparable(item, since, name)]));
}

function isOfTheBox(item: unknown): boolean {
  const { event_type, eventType, type } = (item ?? {}) as Record<string, unknown>;
  return [event_type, eventType, type].some(each => typeof each === 'string' && each.startsWith('system.'));
}

/** They tell when the station came and went in a run, from which port, and by which certificate. */
const OF_STATIONS = /Event|BaseStation|listCertificates/;

/** Where two texts part, with what stands around. */
function apart(one = '', other = ''): object {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 150);
  return { found: one.slice(from, at + 150), wanted: other.slice(from, at + 150) };
}

function compare(
  t: Test,
  questions: readonly Question[],
  found: Answers,
  wanted: Answers,
  since: number,
  without = /^$/,
): void {
  const differing = new Map<string, unknown>();
  for (const [at, { name, request }] of questions.entries()) {
    const [one, other] = [found[at], wanted[at]].map(answer => JSON.stringify(comparable(answer?.body, since)));
    if (one !== other && !without.test(name) && !differing.has(name))
      differing.set(name, { request, ...apart(one, other) });
  }
  t.same([...differing], []);
}

/** Of each operation so many that show something, as far as there are. */
const OF_EACH = 3;

function telling(questions: readonly Question[], answers: Answers): readonly Question[] {
  const asked = new Map<string, number>();
  const isTelling = (question: Question, nth: number) => {
    const times = asked.get(question.name) ?? 0;
    if (times >= OF_EACH || !answers[nth]?.isServed) return false;
    asked.set(question.name, times + 1);
    return true;
  };
  return questions.filter(isTelling);
}

t.test('what was asked before a backup is answered the same after it was restored', async t => {
  const root = t.testdir();
  const at = (name: string) => join(root, name);
  const { questions: all, now, epEui } = await furnished(at('original'));
  const first = await ask(at('original'), now, all);
  const unserved = new Set(all.map(({ name }) => name));
  for (const [nth, { name }] of all.entries()) if (first.answers[nth]?.isServed) unserved.delete(name);
  t.same([...unserved], UNSERVED, 'everything else has something to show');
  const questions = isWhole ? all : telling(all, first.answers);
  const before = isWhole ? first : await ask(at('original'), now, questions);

  const file = at('whole.tar.gz');
  const boxes = some(['second', 'fresh'], 1);
  const common = { configFile: undefined, now };
  await backUpTo(file, {
    ...common,
    version: '1.2.3',
    scryptCost: 16,
    config: configAt(at('original')),
    passphrase: PASSPHRASE,
  });
  for (const name of boxes) {
    mkdirSync(at(name));
    // It has a life of its own, which is put aside.
    if (name === 'second') await (await Center.start({ dir: at(name), now })).stop();
    await restore({ ...common, config: configAt(at(name)), file, passphrase: () => Promise.resolve(PASSPHRASE) });
    const after = await ask(at(name), now, questions);
    await t.test(`on a ${name} box`, async t => {
      compare(t, questions, after.answers, before.answers, now);
      t.ok(after.steps <= before.steps * 1.1 + 100, `${after.steps} steps of scans, ${before.steps} before`);
    });
  }
  const later = now + 2 * HOUR_MS;
  for (const name of ['original', ...boxes]) await hear(at(name), now + HOUR_MS, epEui);
  const wanted = await ask(at('original'), later, questions);
  for (const name of boxes) {
    const found = await ask(at(name), later, questions);
    await t.test(`on a ${name} box, with ${MORE} messages that came after`, async t => {
      compare(t, questions, found.answers, wanted.answers, now, OF_STATIONS);
      t.ok(found.steps <= wanted.steps * 1.1 + 100, `${found.steps} steps of scans, ${wanted.steps} of the original`);
    });
  }
});
