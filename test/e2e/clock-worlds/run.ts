import { cpSync, rmSync } from 'node:fs';
import type { Test } from 'tap';
import { configFrom } from '../../../src/config/load.ts';
import { checks } from '../../../src/health/doctor/checks.ts';
import { examine } from '../../../src/health/doctor/examine.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import type { MethodName } from '../../../src/rpc/call/define.ts';
import type { SimulatedStation } from '../../../src/simulate/base-station.ts';
import { type Headers, PASSWORD } from '../../identity/scene.ts';
import { Box, type Credentials } from './box.ts';
import type { WrongTime } from './compare.ts';
import { AWAY, FAR, type Filled, LOUD_SNR, METER, NEAR, SILENT, SLOW, STRANGER, THERE, VALVE } from './fill.ts';
import { type Contents, contentsOf } from './tables.ts';
import { LONG_MS, type World } from './worlds.ts';

/** What was seen from outside, by its name. */
export type Outside = Readonly<Record<string, unknown>>;

/** How a world has ended. */
export interface Observed {
  readonly world: World;
  readonly tables: Contents;
  readonly outside: Outside;
  readonly wrong: WrongTime;
}

/** The same traffic at the same right times, with a clock that goes as the world has it. */
export async function run(t: Test, filled: Filled, world: World): Promise<Observed> {
  const { surroundings, hour, builtAt, organizationId } = filled;
  const dir = filled.worldDir;
  rmSync(dir, { recursive: true, force: true });
  cpSync(filled.dir, dir, { recursive: true });
  surroundings.take();
  surroundings.up = false;
  const begin = filled.at + 10 * SECOND_MS;
  const wrongFrom = world.from === 'start' ? begin : begin + 30 * SECOND_MS;
  const end = begin + 30 * SECOND_MS + world.stretchMs;
  const offset = world.offset === 'epoch' ? -begin : world.offset;
  const box = await Box.start({ dir, now: begin, builtAt, surroundings }, world.from === 'start' ? offset : 0);
  box.organizationId = organizationId;
  t.teardown(() => box.stop());

  const counters = { ...filled.counters };
  const next = (eui: string): number => {
    const cnt = counters[eui] ?? 0;
    counters[eui] = cnt + 1;
    return cnt;
  };
  const got: Record<string, Record<string, unknown>[]> = { [AWAY]: [], [THERE]: [] };
  const of = (eui: string) => filled.credentials[eui] as Credentials;
  const sessions = {
    near: filled.near.copy(),
    far: filled.far.copy(),
    away: filled.away.copy(),
    there: filled.there.copy(),
  };
  const outside: Record<string, unknown> = {};
  let owner: Headers = {};
  let { refreshToken } = filled;
  const note = async (name: string, answer: Promise<unknown>) => {
    outside[name] = await answer;
  };
  const token = async (method: MethodName, request: object, headers: Headers) =>
    (await box.ask(method, request, headers)).token;
  const refresh = async (name: string) => {
    const { token, answer } = await box.ask('RefreshTokens', { refresh_token: refreshToken });
    outside[`refresh ${name}`] = token;
    if (token !== 'OK') return;
    const { tokens } = answer as { tokens: { access_token: string; refresh_token: string } };
    refreshToken = tokens.refresh_token;
    owner = {
      ...{ authorization: `Bearer ${tokens.access_token}`, 'x-user-id': filled.ownerId },
      'x-organization-id': organizationId,
    };
  };
  const rest = async (
    name: string,
    method: string,
    path: string,
    body?: object,
    headers: Headers = {},
    key = filled.key,
  ) => {
    const answer = await box.rest(key, method, path, body, { headers });
    outside[name] = [answer.status, answer.token, answer.headers['idempotency-replayed'] ?? ''];
  };
  const again = (name: string) =>
    rest(name, 'POST', '/api/v2/devices', onceDevice(filled), { 'idempotency-key': filled.onceKey });
  const usual = async (name: string) => {
    await refresh(name);
    await note(`call ${name}`, token('ListEndPoints', {}, owner));
    await again(`once ${name}`);
    for (const [n, id] of filled.mediaIds.entries()) await rest(`media ${n} ${name}`, 'GET', `/api/v2/media/${id}`);
    await rest(`short key ${name}`, 'GET', '/api/v2/devices', undefined, {}, filled.shortKey);
    await note(`wrong password ${name}`, token('Login', { email: 'owner@example.org', password: 'wrong' }, {}));
  };

  // Before the clock jumps while it runs, or with one that is wrong already.
  await box.windTo(begin + 10 * SECOND_MS);
  let near: SimulatedStation = await box.station(NEAR, of(NEAR), sessions.near);
  let there = await box.application(THERE, of(THERE), got[THERE] as Record<string, unknown>[], sessions.there);
  await box.windTo(begin + 30 * SECOND_MS);
  if (world.from === 'running') box.setClock(offset);

  // The stretch.
  await box.wind(10 * SECOND_MS);
  await usual('in the stretch');
  await box.hear(near, METER, next(METER), { snr: LOUD_SNR });
  await box.hear(near, STRANGER, next(STRANGER));
  await box.hear(near, STRANGER, next(STRANGER));
  await note('silence in the stretch', silenceOf(box, filled));
  await box.windTo(begin + 50 * SECOND_MS);
  await box.hear(near, METER, next(METER), { snr: LOUD_SNR });
  if (world.stretchMs === LONG_MS) {
    await box.windTo(hour + 90 * MINUTE_MS);
    await box.hear(near, METER, next(METER), { snr: LOUD_SNR });
    const far = await box.station(FAR, of(FAR), sessions.far);
    await box.windTo(hour + 120 * MINUTE_MS);
    for (const eui of [METER, SLOW]) await box.hear(near, eui, next(eui));
    await box.hear(near, METER, next(METER), { snr: LOUD_SNR });
    await box.leave(far);
    sessions.far = far.session;
    await usual('late in the stretch');
  }
  await box.windTo(end);
  if (world.back === 'running') box.setClock(0);

  // It is started once more, with a right clock at the latest.
  await box.wind(10 * SECOND_MS);
  sessions.near = near.session;
  sessions.there = there.session;
  await box.stop();
  if (world.back === 'start') box.setClock(0);
  // Pauses between two attempts differ by chance: the first one after a start is made at once.
  surroundings.up = true;
  await box.windTo(end + 10 * SECOND_MS);
  await box.begin();
  const right = end + 15 * SECOND_MS;
  await box.windTo(right);
  near = await box.station(NEAR, of(NEAR), sessions.near);
  there = await box.application(THERE, of(THERE), got[THERE] as Record<string, unknown>[], sessions.there);
  await box.windTo(right + 5 * SECOND_MS);
  await usual('right again');
  const far = await box.station(FAR, of(FAR), sessions.far);
  const away = await box.application(AWAY, of(AWAY), got[AWAY] as Record<string, unknown>[], sessions.away);
  outside['away resumed'] = away.connected?.snResume;
  await box.windTo(right + 20 * SECOND_MS);
  const sent = await box.hear(near, VALVE, next(VALVE), { dlOpen: true, responseExp: true });
  outside['first downlink'] = sent?.queId;
  await box.windTo(right + 25 * SECOND_MS);
  outside['second downlink'] = (await box.hear(near, VALVE, next(VALVE), { dlOpen: true, responseExp: true }))?.queId;
  await note(
    'private key',
    token('DownloadCertificate', { id: filled.certificateId, cert_type: 'key', format: 'pem' }, owner),
  );
  // The alert of an integration that works again is over a minute later.
  await box.windTo(right + MINUTE_MS + 30 * SECOND_MS);
  Object.assign(outside, await answersOf(box, owner, 'a minute after'));

  // Time goes on.
  const last = Math.ceil((right + 2 * MINUTE_MS - hour) / HOUR_MS) * HOUR_MS + hour;
  await box.windTo(last - 2 * MINUTE_MS);
  await box.hear(near, METER, next(METER), { snr: LOUD_SNR });
  await box.windTo(last + 3 * MINUTE_MS);
  for (const eui of [METER, SILENT]) await box.hear(near, eui, next(eui), { snr: LOUD_SNR });
  await box.windTo(last + 6 * MINUTE_MS);
  await usual('at last');
  await note('sign-in', token('Login', { email: 'owner@example.org', password: PASSWORD }, {}));
  Object.assign(outside, await answersOf(box, owner, 'at last'));
  for (const [eui, arrivals] of Object.entries(got)) outside[`got by ${eui}`] = arrivals.map(shownArrival);
  const complaints = [near, far, there, away].flatMap(peer => peer.complaints);
  outside.complaints = complaints;
  const { items, mails } = surroundings.take();
  await box.stop();
  outside.items = items;
  outside.mails = mails;
  return { world, tables: contentsOf(box.center.database), outside, wrong: { from: wrongFrom, until: end, offset } };
}

const onceDevice = ({ mediaIds }: Filled) => ({
  name: 'Pump',
  images: [{ mediaId: mediaIds[0], isCover: true, position: 0 }],
});

async function silenceOf(box: Box, { key }: Filled): Promise<unknown> {
  const { json } = await box.rest(key, 'GET', '/api/v2/alerts/silences');
  return (json.silences as Record<string, unknown>[]).map(({ sourceId, rule }) => [sourceId, rule]);
}

/** What callers are told of everything that happened. */
async function answersOf(box: Box, owner: Headers, when: string): Promise<Outside> {
  const asked = async (method: MethodName, request: object) => {
    const { token, answer } = await box.ask(method, request, owner);
    return [token, answer];
  };
  const answers: Record<string, unknown> = {
    events: await asked('ListEvents', { page_size: 200 }),
    messages: await asked('ListMessages', { page_size: 200 }),
    alerts: await asked('ListAlerts', { statuses: ['new', 'acknowledged', 'resolved'] }),
    downlinks: await asked('GetDownlinkResults', {}),
    queue: await asked('ListDownlinkQueue', {}),
    silences: (await box.rest(owner, 'GET', '/api/v2/alerts/silences')).json,
    doctor: await doctorOf(box),
    // Last: it may wind on.
    health: await healthOf(box),
  };
  return Object.fromEntries(Object.entries(answers).map(([name, answer]) => [`${name} ${when}`, answer]));
}

async function healthOf(box: Box, tries = 8): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${box.center.ports.health_core}/health`);
  const { status, components } = (await answer.json()) as {
    status: string;
    components: { name: string; status: string; detail: string }[];
  };
  // A probe gives up by the clock that is wound here, however fast it is answered.
  if (tries > 0 && components.some(({ detail }) => detail === 'no answer')) {
    await box.wind(10 * SECOND_MS);
    return healthOf(box, tries - 1);
  }
  return {
    code: answer.status,
    status,
    components: components.map(({ name, status, detail }) => ({ name, status, detail })),
  };
}

/** Checks of the machine that the test runs on, and of files, are as they are there. */
const OWN_CHECKS = new Set([
  'clock',
  'certificates',
  'served certificates',
  'database',
  'snapshots',
  'audit',
  'alerts',
]);

async function doctorOf(box: Box): Promise<unknown> {
  const found: { check: string; level: string; text: string }[] = [];
  const config = configFrom({ data_dir: box.center.dir, store: { path: box.center.database } });
  await examine(
    checks.filter(({ name }) => OWN_CHECKS.has(name)),
    {
      ...{ config, configFile: undefined, warnings: [], clock: box.center.clock, version: '0.0.0' },
      ...{ builtAt: box.now - 60 * DAY_MS, server: null, debianPackage: undefined, listeners: [] },
    },
    ({ check, level, text }) => found.push({ check, level, text }),
  );
  return found;
}

/** As the center was told it, without the numbers of this session. */
function shownArrival({ opId: _, ...arrival }: Record<string, unknown>): Record<string, unknown> {
  return arrival;
}
