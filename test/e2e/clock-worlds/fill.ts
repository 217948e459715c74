import { join } from 'node:path';
import type { Test } from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import type { ApplicationSession } from '../../../src/simulate/application-session.ts';
import type { StationSession } from '../../../src/simulate/station-session.ts';
import { image } from '../../domain/media/images.ts';
import { type Headers, PASSWORD } from '../../identity/scene.ts';
import { euiOf } from '../../peers/telegrams.ts';
import { Box, builtBefore, type Credentials, KEPT_DAYS, ROOT_EMAIL } from './box.ts';
import { Surroundings } from './surroundings.ts';
import { SEED } from './worlds.ts';

/** Connected all the time, as far as there is a service center. */
export const NEAR = '70b3d59cd0000001';
/** Loses its connection before the world begins. */
export const FAR = '70b3d59cd0000002';
/** Goes away before the world begins, and is owed what comes. */
export const AWAY = 'acde480000000a01';
export const THERE = 'acde480000000a02';
/** Telegrams go on; its level makes a rule true. */
export const METER = 'fe0000000000e101';
/** Falls silent when the world begins. */
export const SILENT = 'fe0000000000e102';
/** Downlinks wait for it. */
export const VALVE = 'fe0000000000e103';
/** Falls silent for a rule that takes longer. */
export const SLOW = 'fe0000000000e104';
/** It is not registered. */
export const STRANGER = 'fe0000000000e1ff';
export const LOUD_SNR = 12 + (SEED % 3);
export const FIRST_CNT = SEED * 100;

/** Counters go on from there. */
export interface Counters {
  [eui: string]: number;
}

/** A data directory, stopped, and what its surroundings remember of it. */
export interface Filled {
  readonly dir: string;
  /** Where each world has its copy, one after the other. */
  readonly worldDir: string;
  readonly surroundings: Surroundings;
  readonly builtAt: number;
  /** The right time when it was stopped. */
  readonly at: number;
  /** The hour all other times are said by. */
  readonly hour: number;
  readonly organizationId: string;
  readonly credentials: Readonly<Record<string, Credentials>>;
  readonly near: StationSession;
  readonly far: StationSession;
  readonly away: ApplicationSession;
  readonly there: ApplicationSession;
  readonly counters: Counters;
  /** What the application centers have got so far. */
  readonly got: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly refreshToken: string;
  readonly ownerId: string;
  /** Of a key that lasts, and of one that ends an hour after the hour. */
  readonly key: Headers;
  readonly shortKey: Headers;
  readonly certificateId: string;
  readonly mediaIds: readonly [used: string, unused: string];
  /** By which something was made once. */
  readonly onceKey: string;
  readonly onceId: string;
}

const stamp = (ms: number) => ({ seconds: Math.floor(ms / SECOND_MS), nanos: 0 });

/** Fills a box over two days with something of everything that ends at a time, or goes by its age. */
export async function fill(t: Test): Promise<Filled> {
  const folder = t.testdir();
  const dir = join(folder, 'filled');
  const surroundings = await Surroundings.start(t);
  // Certificates are checked by the time of this machine: everything happens before it.
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - DAY_MS;
  const old = hour - KEPT_DAYS * DAY_MS + 40 * MINUTE_MS;
  const builtAt = builtBefore(hour);
  const box = await Box.start({ dir, now: old, builtAt, surroundings });
  t.teardown(() => box.stop());

  const root = (await box.call('Login', { email: ROOT_EMAIL, password: PASSWORD })) as Login;
  const { organizations } = (await box.call('ListOrganizations', {}, bearer(root))) as {
    organizations: { id: string }[];
  };
  box.organizationId = organizations[0]?.id ?? '';
  const there = { 'x-organization-id': box.organizationId };
  const user = { email: 'owner@example.org', first_name: 'Olga', last_name: 'Owner' };
  const memberships = [{ organization_id: box.organizationId, role: 'owner' }];
  await box.call('CreateUser', { user, password: PASSWORD, memberships }, { ...bearer(root), ...there });
  const first = (await box.call('Login', { email: user.email, password: PASSWORD })) as Login;
  const then = { ...bearer(first), ...there };
  for (const bs_eui of [NEAR, FAR]) await box.call('CreateBaseStation', { base_station: { bs_eui } }, then);
  for (const [n, ep_eui] of [METER, SILENT, VALVE, SLOW].entries()) {
    const interval = ep_eui === SILENT ? { uplink_interval_s: 60 } : {};
    const session = { pre_attach: true, nwk_sn_key: `0${n + 1}`.repeat(16), sh_addr: n + 1 };
    await box.call(
      'CreateEndPoint',
      { endpoint: { ep_eui, name: `ep ${n}`, ep_class: 'A', ...session, ...interval } },
      then,
    );
  }
  const credentials = Object.fromEntries(
    await Promise.all([
      ...[NEAR, FAR].map(async eui => [eui, await credentialsOf(box, 'base-station', eui)] as const),
      ...[AWAY, THERE].map(async eui => [eui, await credentialsOf(box, 'application-center', eui)] as const),
    ]),
  );
  const of = (eui: string) => credentials[eui] as Credentials;
  const got: Record<string, Record<string, unknown>[]> = { [AWAY]: [], [THERE]: [] };
  const counters: Counters = { [METER]: FIRST_CNT, [SILENT]: 1, [VALVE]: 1, [SLOW]: 1, [STRANGER]: 1 };
  const next = (eui: string): number => {
    const cnt = counters[eui] ?? 0;
    counters[eui] = cnt + 1;
    return cnt;
  };

  // What is old when the world is there: a day with a bit of everything.
  {
    const near = await box.station(NEAR, of(NEAR));
    const center = await box.application(THERE, of(THERE), got[THERE] as Record<string, unknown>[]);
    for (const eui of [METER, SILENT, VALVE, SLOW, METER]) await box.hear(near, eui, next(eui));
    const ending = { ep_eui: VALVE, user_data: [Buffer.of(1)], expires_at: stamp(box.now + 20_000) };
    await box.call('SendDownlink', ending, then);
    await box.call('SendDownlink', { ep_eui: METER, user_data: [Buffer.of(2)] }, then);
    await box.hear(near, METER, next(METER), { dlOpen: true, responseExp: true });
    await box.ask('Login', { email: user.email, password: 'wrong' });
    await box.hear(near, STRANGER, next(STRANGER));
    await box.wind(MINUTE_MS);
    await box.call('Logout', {}, then);
    await box.leave(center);
    await box.leave(near);
    await box.wind(MINUTE_MS);
  }
  await box.stop();
  // The right time goes on while it is off; stations have other things to do.
  await box.center.clock.advance(hour + 40 * MINUTE_MS - box.now);
  await box.begin();
  surroundings.take();

  const near = await box.station(NEAR, of(NEAR));
  const far = await box.station(FAR, of(FAR));
  const [away, center] = [
    await box.application(AWAY, of(AWAY), got[AWAY] as Record<string, unknown>[]),
    await box.application(THERE, of(THERE), got[THERE] as Record<string, unknown>[]),
  ];
  await box.wind(10_000);
  const signedIn = (await box.call('Login', { email: user.email, password: PASSWORD })) as Login;
  const owner = { ...bearer(signedIn), ...there };
  const keyOf = async (name: string, more: object = {}): Promise<Headers> => {
    const { raw_key } = await box.call('CreateApiKey', { api_key: { name, scopes: ['*'], ...more } }, owner);
    return { 'x-api-key': String(raw_key), ...there };
  };
  const key = await keyOf('lasting');
  const shortKey = await keyOf('short', { expires_at: stamp(hour + HOUR_MS) });
  const rest = async (method: string, path: string, body: object, headers: Headers = {}) => {
    const answer = await box.rest(key, method, path, body, { headers });
    if (answer.token !== 'OK') throw new Error(`${method} ${path}: ${answer.token} ${answer.bytes}`);
    return answer.json as { id: string };
  };

  // Integrations: one whose target takes everything, one that filters; rules; a device with an image, and an image of nothing.
  await rest('POST', '/api/v2/integrations', { name: 'hook', kind: 'http', http: { url: surroundings.url } });
  const event = (title: string) => [{ kind: 'event', severity: 'warning', title }];
  const alert = (title: string) => [...event(title), { kind: 'alert', severity: 'error', title }];
  const snr = { kind: 'telemetry', key: 'snr' };
  const loud = { operator: 'gt', value: 10 };
  await rest('POST', '/api/v2/rules', {
    name: 'loud',
    trigger: snr,
    condition: { ...loud, forSeconds: 600 },
    actions: alert('loud'),
  });
  await rest('POST', '/api/v2/rules', {
    name: 'each',
    trigger: snr,
    condition: loud,
    actions: event('each'),
    cooldownSeconds: 120,
  });
  for (const [name, forSeconds] of [
    ['silent', 600],
    ['longer', 1800],
  ] as const) {
    await rest('POST', '/api/v2/rules', {
      name,
      trigger: { kind: 'silence' },
      condition: { forSeconds },
      actions: event(name),
    });
  }
  const downlinks = { kind: 'event', eventTypes: ['downlink.*'] };
  await rest('POST', '/api/v2/rules', { name: 'told', trigger: downlinks, condition: null, actions: event('told') });
  const picture = async (name: Parameters<typeof image>[0]) => {
    const raw = image(name);
    const answer = await box.rest(key, 'POST', '/api/v2/media', undefined, {
      raw,
      headers: { 'content-type': 'image/png' },
    });
    return (answer.json as { id: string }).id;
  };
  const mediaIds = [await picture('rgb.png'), await picture('rgba.png')] as const;
  const onceKey = '0198c0de-0000-7000-8000-00000000cafe';
  const once = { 'idempotency-key': onceKey };
  const device = { name: 'Pump', images: [{ mediaId: mediaIds[0], isCover: true, position: 0 }] };
  const { id: onceId } = await rest('POST', '/api/v2/devices', device, once);

  const silence = (over: object, untilMs: number) =>
    rest('POST', '/api/v2/alerts/silences', { ...over, until: new Date(untilMs).toISOString(), reason: 'site' });
  await silence({ sourceId: SILENT }, hour + 58 * MINUTE_MS);
  await silence({ sourceId: FAR, rule: 'basestation_flapping' }, hour + DAY_MS);
  const { certificate } = (await box.call(
    'GenerateCertificate',
    { bs_eui: FAR, key_type: 'ec-p256', validity_days: 300 },
    owner,
  )) as {
    certificate: { id: string };
  };

  for (const eui of [METER, SILENT, SLOW, VALVE]) await box.hear(near, eui, next(eui));
  await box.hear(far, METER, (counters[METER] as number) - 1);
  // The target goes, and a station; what comes now is owed to a center.
  await box.windTo(hour + 44 * MINUTE_MS);
  surroundings.up = false;
  await away.start('dlDataQue', { epEui: euiOf(VALVE), queId: 71n, cntDepend: false, userData: [Uint8Array.of(7, 1)] });
  await box.leave(away);
  await box.leave(far);
  await box.hear(near, METER, next(METER));
  await box.call(
    'SendDownlink',
    { ep_eui: VALVE, user_data: [Buffer.of(9)], expires_at: stamp(hour + 53 * MINUTE_MS + 20_000), ref: 'short' },
    owner,
  );
  await box.call(
    'SendDownlink',
    { ep_eui: VALVE, user_data: [Buffer.of(8)], expires_at: stamp(hour + 4 * HOUR_MS), ref: 'long' },
    owner,
  );
  await box.ask('Login', { email: user.email, password: 'wrong' });
  await box.hear(near, STRANGER, next(STRANGER));
  await box.windTo(hour + 50 * MINUTE_MS + 2_000);
  // Each a while after the other, so that what rules do of it has an order.
  for (const eui of [SILENT, SLOW, METER]) {
    await box.hear(near, eui, next(eui), eui === METER ? { snr: LOUD_SNR } : {});
    await box.wind(24_000);
  }
  await box.windTo(hour + 52 * MINUTE_MS);
  const { tokens } = (await box.call('RefreshTokens', { refresh_token: signedIn.tokens.refresh_token })) as Login;
  const sessions = { near: near.session, far: far.session, away: away.session, there: center.session };
  await box.stop();
  return {
    ...{
      dir,
      worldDir: join(folder, 'world'),
      surroundings,
      builtAt,
      at: box.now,
      hour,
      organizationId: box.organizationId,
      credentials,
    },
    ...{ ...sessions, counters, got, key, shortKey },
    ...{ refreshToken: tokens.refresh_token, ownerId: signedIn.user.id },
    ...{ certificateId: certificate.id, mediaIds, onceKey, onceId },
  };
}

type Login = {
  readonly tokens: { readonly access_token: string; readonly refresh_token: string };
  readonly user: { readonly id: string };
};

function bearer({ tokens, user }: Login): Headers {
  return { authorization: `Bearer ${tokens.access_token}`, 'x-user-id': user.id };
}

async function credentialsOf(box: Box, kind: 'base-station' | 'application-center', eui: string): Promise<Credentials> {
  const { certPem, keyPem, caPem } = await box.center.app.pki.issue({ kind, eui: euiOf(eui) });
  return { ca: caPem, cert: certPem, key: keyPem };
}
