import { Agent } from 'node:http';
import type { MethodName } from '../../src/rpc/call/define.ts';
import { PASSWORD } from '../identity/scene.ts';
import { type Headers, RestBox } from '../rest/box.ts';
import { type Calls, httpCalls } from '../rest/http-calls.ts';
import { PNG } from './draft.ts';
import { Heard, made } from './heard.ts';
import type { Things } from './things.ts';

/** In the name of all that is of the other organization; no other caller may be shown it. */
export const MARK = 'Hinterland';
const PREFIX = '70b3d5677fee';

/** Another organization, where there is one of each kind. */
export interface Elsewhere {
  readonly organizationId: string;
  /** May do everything there. */
  readonly key: Headers;
}

/** Founds another organization in a box where people sign in. @param things gets what is there */
export async function foundElsewhere(box: RestBox, things: Things): Promise<Elsewhere> {
  const { enterprise, center } = box;
  if (!enterprise) throw new Error('there is no sign-in there');
  const root = await enterprise.signIn('root@example.org');
  const { id } = await enterprise.call('CreateOrganization', { organization: { name: MARK } }, root);
  const organizationId = String(id);
  const there = { ...root, 'x-organization-id': organizationId };
  const asked = { api_key: { name: `${MARK} all`, scopes: ['*'] } };
  const { raw_key } = await enterprise.call('CreateApiKey', asked, there);
  const key = { 'x-api-key': String(raw_key), 'x-organization-id': organizationId };
  const requests = httpCalls(center.ports.gateway, organizationId);
  const calls = requests.as(key);
  const bearer = { authorization: `Bearer ${raw_key}`, 'x-organization-id': organizationId };
  const platform = (method: MethodName, request: object) => enterprise.call(method, request, bearer);
  things.add('orgs', { id: organizationId });
  const user = { email: 'hinterland@example.org', first_name: MARK, last_name: MARK };
  const memberships = [{ organization_id: organizationId, role: 'viewer' }];
  const { id: member } = await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
  things.add('users', { id: String(member) });
  await settle(calls, things, await Heard.open({ center, calls, platform, prefix: PREFIX, named: MARK }));
  requests.close();
  return { organizationId, key };
}

async function settle(calls: Calls, things: Things, heard: Heard): Promise<void> {
  const make = async (kind: string, path: string, body: object, parent?: string): Promise<string> => {
    const { id } = await made(calls, path, body);
    things.add(kind, { id, ...(parent !== undefined && { parent }) });
    return id;
  };
  things.add('blueprints', { id: heard.blueprintId });
  const device = await heard.make();
  things.add('devices', { id: device });
  things.add('heard', { id: device, parent: heard.euiOf(device) });
  things.add('endpoints', { id: heard.euiOf(device) });
  await heard.send([device]);
  for (const eui of heard.unregistered) things.add('discovered', { id: eui });
  const name = `${MARK} thing`;
  const template = await make('sensor-templates', '/api/v2/sensor-templates', { name, kind: 'custom' });
  const { sensors } = await made(calls, `/api/v2/devices/${device}/sensors`, { sensorTemplateIds: [template] });
  for (const { id } of sensors as { id: string }[]) things.add('sensors', { id, parent: device });
  const dashboard = await make('dashboards', '/api/v2/dashboards', { name });
  const widget = { kind: 'line', title: name, x: 0, y: 0, w: 6, h: 4, query: { deviceIds: [device], keys: ['rssi'] } };
  await make('widgets', `/api/v2/dashboards/${dashboard}/widgets`, widget, dashboard);
  await make('rules', '/api/v2/rules', {
    ...{ name, trigger: { kind: 'telemetry', key: 'temperature' }, condition: { operator: 'lt', value: -40 } },
    actions: [{ kind: 'event', severity: 'info', title: name }],
  });
  const http = { url: 'https://127.0.0.1:9/' };
  await make('integrations', '/api/v2/integrations', { name, kind: 'http', eventTypes: ['up'], http });
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await make('silences', '/api/v2/alerts/silences', { sourceId: heard.euiOf(device), until, reason: MARK });
  await make('api-keys', '/api/v2/api-keys', { name, scopes: ['devices:read'] });
  await make('commands', `/api/v2/devices/${device}/commands`, { payloadHex: '01f4', ref: MARK });
  const picture = { headers: { 'content-type': 'image/png' }, raw: PNG };
  things.add('media', { id: (await calls.send('POST', '/api/v2/media', picture)).json.id });
  const { alerts } = (await calls.get('/api/v2/alerts')).json as { alerts: { id: string }[] };
  if (alerts.length === 0) throw new Error('no alert was opened');
  for (const { id } of alerts) things.add('alerts', { id });
}

/** A box of an edition, in which there is another organization; without sign-in it is what sign-in has left behind. */
export async function boxBesideElsewhere(
  dir: string,
  edition: 'community' | 'enterprise',
  settings: NonNullable<Parameters<typeof RestBox.start>[1]>['settings'] & object,
  things: Things,
): Promise<{ readonly box: RestBox; readonly elsewhere: Elsewhere }> {
  // Between two calls the clock is wound on, and what rests for long is closed.
  const agent = new Agent({ keepAlive: false });
  const signedIn = await RestBox.start(dir, { edition: 'enterprise', settings, agent });
  try {
    const elsewhere = await foundElsewhere(signedIn, things);
    if (edition === 'enterprise') return { box: signedIn, elsewhere };
    await signedIn[Symbol.asyncDispose]();
    return { box: await RestBox.start(dir, { settings, agent }), elsewhere };
  } catch (cause) {
    await signedIn[Symbol.asyncDispose]();
    throw cause;
  }
}
