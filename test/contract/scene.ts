import type { RestBox } from '../rest/box.ts';
import type { Operation } from './document.ts';
import { type Draft, PNG } from './draft.ts';
import type { Things } from './things.ts';

/** Kinds that the run makes and removes; the rest is only looked at. */
const OWN: ReadonlySet<string> = new Set([
  'devices',
  'dashboards',
  'widgets',
  'rules',
  'sensor-templates',
  'integrations',
  'silences',
  'media',
  'api-keys',
  'commands',
]);

interface Made {
  readonly kind: string;
  readonly id: string;
  readonly parent: string | undefined;
}

/** Where what is too much is removed. */
export function place({ kind, id, parent }: Made): string[] {
  if (kind === 'widgets') return [`/api/v2/dashboards/${parent}/widgets/${id}`];
  if (kind === 'silences') return [`/api/v2/alerts/silences/${id}`];
  return OWN.has(kind) ? [`/api/v2/${kind}/${id}`] : [];
}

interface Answered {
  readonly operation: Operation;
  /** What a posted method is about; empty of REST. */
  readonly kind: string;
  readonly draft: Draft;
  readonly json: object;
}

/** Notes what an answer shows to be there. @returns what there is too much of now */
export function kept(things: Things, { operation, kind: about, draft, json }: Answered): Made[] {
  const { id, sensors, dashboardId } = json as { id?: unknown; sensors?: { id: string }[]; dashboardId?: string };
  const made = operation.method === 'POST' && (operation.isRest || /\/(Create|Send)\w+$/.test(operation.path));
  const kind = about || (operation.path.split('/').at(-1) ?? '');
  const all: Made[] = [];
  const add = (what: string, thing: string, parent?: string) => {
    const extra = things.add(what, { id: thing, ...(parent !== undefined && { parent }) });
    if (extra) all.push({ kind: what, id: extra.id, parent: extra.parent });
  };
  if (made && typeof id === 'string' && OWN.has(kind)) {
    add(kind, id, kind === 'widgets' ? (dashboardId ?? draft.parameters.dashboardId) : undefined);
  }
  if (typeof id !== 'string' || !Array.isArray(sensors)) return all;
  things.forget('sensors', id);
  for (const sensor of sensors) add('sensors', sensor.id, id);
  return all;
}

/** What is only looked at. */
export async function furnish(box: RestBox, things: Things): Promise<void> {
  things.add('orgs', { id: box.organizationId });
  for (const [path, kind] of [
    ['users', 'users'],
    ['connections', 'connections'],
    ['connectors', 'connectors'],
    ['sensor-templates', 'sensor-templates'],
  ] as const) {
    const { json } = await box.get(`/api/v2/${path}`, { query: { limit: 8 } });
    const [items = []] = Object.values(json as object).filter(Array.isArray) as { id: string }[][];
    for (const { id } of items) things.add(kind, { id });
  }
}

/** Of each kind there are so many to name. */
const LEAST = 4;
const NWK_KEY = '00112233445566778899aabbccddeeff';
let made = 0;

/** Makes what there is too little of, so that requests find what they name. */
export async function refill(box: RestBox, things: Things): Promise<void> {
  const make = async (kind: string, path: string, body: () => object, parent?: string) => {
    while (things.count(kind) < LEAST) {
      made++;
      const { status, json } = await box.post(path, body());
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
      things.add(kind, { id: json.id, ...(parent !== undefined && { parent }) });
    }
  };
  const name = () => `thing ${made}`;
  const clientDeviceId = () => `70b3d5677013${(made % 65_536).toString(16).padStart(4, '0')}`;
  const configuration = { nwkKey: NWK_KEY, epClass: 'A' };
  await make('devices', '/api/v2/devices', () => ({
    name: name(),
    physicalDevice: { clientDeviceId: clientDeviceId(), connectionId: 'mioty', configuration },
  }));
  await make('sensor-templates', '/api/v2/sensor-templates', () => ({ name: name(), kind: 'custom' }));
  await make('dashboards', '/api/v2/dashboards', () => ({ name: name() }));
  const [dashboard] = things.ids('dashboards');
  const widget = { kind: 'line', x: 0, y: 0, w: 6, h: 4, query: { deviceIds: things.ids('devices'), keys: ['rssi'] } };
  await make('widgets', `/api/v2/dashboards/${dashboard}/widgets`, () => ({ ...widget, title: name() }), dashboard);
  await make('rules', '/api/v2/rules', () => ({
    name: name(),
    enabled: true,
    trigger: { kind: 'telemetry', key: 'temperature' },
    condition: { operator: 'gt', value: 8 },
    actions: [{ kind: 'alert', severity: 'error', title: 'warm' }],
  }));
  const http = { url: 'https://127.0.0.1:9/' };
  await make('integrations', '/api/v2/integrations', () => ({ name: name(), kind: 'http', eventTypes: ['up'], http }));
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await make('silences', '/api/v2/alerts/silences', () => ({ sourceId: clientDeviceId(), until, reason: 'works' }));
  await make('api-keys', '/api/v2/api-keys', () => ({ name: name(), scopes: ['devices:read'] }));
  while (things.count('media') < LEAST) {
    const { json } = await box.send('POST', '/api/v2/media', { headers: { 'content-type': 'image/png' }, raw: PNG });
    things.add('media', { id: json.id });
  }
  for (const device of things.ids('devices')) {
    if (things.count('sensors') < LEAST) await withSensors(box, things, device);
    if (things.count('commands') >= LEAST) continue;
    const { status, json } = await box.post(`/api/v2/devices/${device}/commands`, { payloadHex: '01f4' });
    if (status === 200) things.add('commands', { id: json.id });
  }
}

async function withSensors(box: RestBox, things: Things, device: string): Promise<void> {
  const sensorTemplateIds = things.ids('sensor-templates').slice(0, LEAST);
  const { status, json } = await box.post(`/api/v2/devices/${device}/sensors`, { sensorTemplateIds });
  if (status !== 200) return;
  for (const { id } of json.sensors as { id: string }[]) things.add('sensors', { id, parent: device });
}
