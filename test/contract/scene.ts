import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Enterprise, PASSWORD } from '../identity/scene.ts';
import type { RestBox } from '../rest/box.ts';
import type { Operation } from './document.ts';
import { type Draft, PNG } from './draft.ts';
import { Heard, made } from './heard.ts';
import { Things } from './things.ts';

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

/** What is made of a kind is of this one as well. */
const ALSO: Readonly<Record<string, string>> = { 'sensor-templates': 'own-templates' };
/** Answer an invitation, the one so and the other so. */
const GUESTS: Readonly<Record<string, string>> = {
  acceptMembership: 'guest1@example.org',
  declineMembership: 'guest2@example.org',
};
/** Only a server administrator may ask for it where people sign in. */
export const ADMINISTRATORS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['getSystemHealth', 'getSystemUpdate', 'requestSystemUpdate', 'listBackups', 'offerBackup', 'getBugReport'],
    ...['listAlertChannels', 'testAlertEmail', 'issueCenterCertificate'],
  ].map(id => [id, 'root@example.org']),
);
/** So long a sign-in is taken to last. */
const SIGNED_IN_MS = 10 * 60_000;
const ROLES = '/organization_access_control.AccessControlService';

interface Guest {
  readonly id: string;
  isInvited: boolean;
}

interface SignIn {
  readonly at: number;
  readonly authorization: string;
}

/** Where what is too much is removed. */
function place({ kind, id, parent }: Made): string[] {
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
    if (ALSO[what] !== undefined) things.add(ALSO[what], { id: thing });
  };
  if (/ancelCommand$/.test(operation.id) && typeof id === 'string') things.drop('pending-commands', id);
  const { userId } = json as { userId?: unknown };
  if (operation.path === `${ROLES}/AssignRole`) things.add('members', { id: String(userId) });
  if (operation.path === `${ROLES}/RevokeRole`) things.drop('members', String(userId));
  if (made && typeof id === 'string' && OWN.has(kind)) {
    add(kind, id, kind === 'widgets' ? (dashboardId ?? draft.parameters.dashboardId) : undefined);
  }
  if (typeof id !== 'string' || !Array.isArray(sensors)) return all;
  things.forget('sensors', id);
  for (const sensor of sensors) add('sensors', sensor.id, id);
  return all;
}

/** Of each kind there are so many to name. */
const LEAST = 4;
const NWK_KEY = '00112233445566778899aabbccddeeff';
const PREFIX = '70b3d5677aaa';
/** Wrong for the target of all integrations. */
const REFUSED = 422;
const OWNER = 'owner@example.org';
/** They are given certificates, of which one may have a hundred. */
const CENTERS = 20;
/** Of one base station; it may have a hundred that have not ended. */
const CERTIFICATES_A_STATION = 90;
/** So many devices that are heard are named by no request that changes devices. */
const STEADY = 2;

/** A service center with something of each kind, which stays so whatever is removed. */
export class Scene implements AsyncDisposable {
  readonly box: RestBox;
  readonly things = new Things();
  readonly #heard: Heard;
  readonly #target: Server;
  /** By their e-mail addresses. */
  readonly #guests = new Map<string, Guest>();
  readonly #signIns = new Map<string, SignIn>();
  #made = 0;
  #certificates = 0;

  private constructor(box: RestBox, heard: Heard, target: Server) {
    this.box = box;
    this.#heard = heard;
    this.#target = target;
  }

  /** @param elsewhere uuid of another organization, of which guests are; undefined: there are none */
  static async furnish(box: RestBox, elsewhere?: string): Promise<Scene> {
    const platform: RestBox['platform'] = (method, request) => box.platform(method, request);
    const heard = await Heard.open({ center: box.center, calls: box, platform, prefix: PREFIX, named: 'own' });
    const target = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(REFUSED).end());
    }).listen(0, '127.0.0.1');
    await once(target, 'listening');
    const scene = new Scene(box, heard, target);
    if (box.enterprise) await scene.#people(box.enterprise, elsewhere);
    for (let nth = 0; nth < STEADY; nth++) {
      const id = await heard.make();
      scene.things.add('steady', { id });
      scene.things.add('endpoints', { id: heard.euiOf(id), parent: id });
    }
    // It is not registered, and so refused.
    await box.center.baseStation({ bsEui: `${PREFIX}cccc`, register: false }).catch(() => undefined);
    await scene.#lookedAt();
    return scene;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.box[Symbol.asyncDispose]();
    this.#target.close();
  }

  /** What is only looked at. */
  async #lookedAt(): Promise<void> {
    const { box, things } = this;
    things.add('orgs', { id: box.organizationId });
    things.add('blueprints', { id: this.#heard.blueprintId });
    for (let nth = 0; nth < CENTERS; nth++) {
      things.add('application-centers', { id: `70b3d5677ac${nth.toString(16).padStart(5, '0')}` });
    }
    for (const id of this.#heard.unregistered) things.add('discovered', { id });
    const { port } = this.#target.address() as AddressInfo;
    for (const path of ['', 'mioty']) things.add('targets', { id: `http://127.0.0.1:${port}/${path}` });
    for (const kind of ['users', 'connections', 'connectors', 'sensor-templates']) {
      const { json } = await box.get(`/api/v2/${kind}`, { query: { limit: 8 } });
      const [items = []] = Object.values(json as object).filter(Array.isArray) as { id: string }[][];
      for (const { id } of items) {
        // Those of the system stay, however many are made beside them.
        things.add(kind === 'sensor-templates' ? 'system-templates' : kind, { id });
        // The others may lose their membership.
        if (kind === 'users' && !things.ids('people').includes(id)) things.add('seen-users', { id });
      }
    }
  }

  /** Who may be given roles, and may lose them. */
  async #people(enterprise: Enterprise, elsewhere: string | undefined): Promise<void> {
    const root = await enterprise.signIn('root@example.org');
    for (const email of elsewhere === undefined ? [] : Object.values(GUESTS)) {
      const user = { email, first_name: 'Guest', last_name: 'Test' };
      const memberships = [{ organization_id: elsewhere, role: 'viewer' }];
      const { id } = await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
      this.#guests.set(email, { id: String(id), isInvited: false });
    }
    for (let nth = 1; nth <= LEAST; nth++) {
      const user = { email: `member${nth}@example.org`, first_name: `Member ${nth}`, last_name: 'Test' };
      const memberships = nth % 2 === 0 ? [{ organization_id: this.box.organizationId, role: 'viewer' }] : [];
      const { id } = await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
      for (const kind of ['users', 'people']) this.things.add(kind, { id: String(id) });
      if (memberships.length > 0) this.things.add('members', { id: String(id) });
    }
  }

  /** By what an operation is sent that is in order: the own key, or the sign-in of a user whom it is for. */
  async credentials({ id }: Operation): Promise<Draft['headers']> {
    const { enterprise, own, organizationId } = this.box;
    if (!enterprise) return { ...own };
    const administrator = ADMINISTRATORS[id];
    if (administrator !== undefined) {
      return { authorization: await this.#signedIn(enterprise, administrator), 'x-organization-id': organizationId };
    }
    const email = GUESTS[id];
    if (email === undefined || !this.#guests.has(email)) return { ...own };
    return { authorization: await this.#signedIn(enterprise, email) };
  }

  async #signedIn(enterprise: Enterprise, email: string): Promise<string> {
    const now = this.box.center.clock.now();
    const before = this.#signIns.get(email);
    if (before && now - before.at <= SIGNED_IN_MS) return before.authorization;
    const { authorization = '' } = await enterprise.signIn(email);
    this.#signIns.set(email, { at: now, authorization });
    return authorization;
  }

  /** An invitation was answered: there has to be another one. */
  answered({ id }: Operation): void {
    const guest = this.#guests.get(GUESTS[id] ?? '');
    if (guest) guest.isInvited = false;
  }

  /** Members who may lose their roles, and guests who are asked. */
  async #invite(): Promise<void> {
    const { box, things } = this;
    const { organizationId } = box;
    for (const guest of this.#guests.values()) {
      if (guest.isInvited) continue;
      await box.post(`${ROLES}/RevokeRole`, { organizationId, userId: guest.id });
      await made(box, `${ROLES}/AssignRole`, { organizationId, userId: guest.id, role: 'viewer' });
      guest.isInvited = true;
    }
    for (const id of box.enterprise ? things.ids('people') : []) {
      if (things.count('members') >= LEAST / 2) break;
      await made(box, `${ROLES}/AssignRole`, { organizationId, userId: id, role: 'viewer' });
      things.add('members', { id });
    }
  }

  /** Removes what there is too much of. */
  async removeAll(extra: readonly Made[]): Promise<void> {
    for (const made of extra) {
      for (const path of place(made)) await this.box.delete(path);
      this.things.remove(made.id);
    }
  }

  /** Makes what there is too little of, so that requests find what they name. */
  async refill(): Promise<void> {
    await this.#measure();
    await this.#invite();
    const { box, things } = this;
    const name = () => `thing ${this.#made}`;
    const clientDeviceId = () => `70b3d5677013${(this.#made % 65_536).toString(16).padStart(4, '0')}`;
    const configuration = { nwkKey: NWK_KEY, epClass: 'A' };
    const device = () => ({
      name: name(),
      physicalDevice: { clientDeviceId: clientDeviceId(), connectionId: 'mioty', configuration },
    });
    await this.#make('devices', '/api/v2/devices', device);
    // What is heard takes its commands at once: one that is not keeps them.
    const heard = new Set(things.ids('heard'));
    if (things.ids('devices').every(id => heard.has(id))) await this.#makeOne('devices', '/api/v2/devices', device);
    await this.#make('own-templates', '/api/v2/sensor-templates', () => ({ name: name(), kind: 'custom' }));
    await this.#make('dashboards', '/api/v2/dashboards', () => ({ name: name() }));
    const [dashboard] = things.ids('dashboards');
    const query = { deviceIds: things.ids('heard').slice(0, LEAST), keys: ['temperature', 'rssi'], from: 86_400 };
    // However few columns it has been given.
    const widget = { kind: 'line', x: 0, y: 0, w: 1, h: 4, query };
    const widgets = `/api/v2/dashboards/${dashboard}/widgets`;
    await this.#make('widgets', widgets, () => ({ ...widget, title: name() }), dashboard);
    await this.#make('rules', '/api/v2/rules', () => ({
      name: name(),
      enabled: true,
      trigger: { kind: 'telemetry', key: 'temperature' },
      condition: { operator: 'gt', value: 8 },
      actions: [{ kind: 'alert', severity: 'error', title: 'warm' }],
    }));
    const [url = ''] = things.ids('targets');
    const http = { url };
    await this.#make('integrations', '/api/v2/integrations', () => ({
      ...{ name: name(), kind: 'http', eventTypes: ['up'], http },
    }));
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await this.#make('silences', '/api/v2/alerts/silences', () => ({
      ...{ sourceId: clientDeviceId(), until, reason: 'works' },
    }));
    await this.#make('api-keys', '/api/v2/api-keys', () => ({ name: name(), scopes: ['devices:read'] }));
    while (things.count('media') < LEAST) {
      const { json } = await box.send('POST', '/api/v2/media', { headers: { 'content-type': 'image/png' }, raw: PNG });
      things.add('media', { id: json.id });
    }
    while (things.count('certificates') < LEAST) await this.#certify();
    for (const device of things.ids('devices')) {
      if (things.count('sensors') < LEAST) await this.#withSensors(device);
      while (!heard.has(device) && things.count('pending-commands') < LEAST) {
        const { status, json } = await box.post(`/api/v2/devices/${device}/commands`, { payloadHex: '01f4' });
        if (status !== 200) break;
        for (const kind of ['commands', 'pending-commands']) things.add(kind, { id: json.id });
      }
    }
  }

  /** A base station gets a certificate that may be revoked. */
  async #certify(): Promise<void> {
    const { box, things } = this;
    const { enterprise } = box;
    const call = async (method: 'CreateBaseStation' | 'GenerateCertificate', request: object) =>
      enterprise
        ? enterprise.call(method, request, { ...box.owner, authorization: await this.#signedIn(enterprise, OWNER) })
        : box.platform(method, request);
    const nth = Math.floor(this.#certificates / CERTIFICATES_A_STATION);
    const bs_eui = `70b3d5677eee${nth.toString(16).padStart(4, '0')}`;
    if (this.#certificates++ % CERTIFICATES_A_STATION === 0) {
      await call('CreateBaseStation', { base_station: { bs_eui } });
    }
    const { certificate } = (await call('GenerateCertificate', { bs_eui })) as { certificate: { id: string } };
    things.add('certificates', { id: certificate.id });
  }

  async #make(kind: string, path: string, body: () => object, parent?: string): Promise<void> {
    while (this.things.count(kind) < LEAST) await this.#makeOne(kind, path, body, parent);
  }

  async #makeOne(kind: string, path: string, body: () => object, parent?: string): Promise<void> {
    this.#made++;
    const { id } = await made(this.box, path, body());
    const extra = this.things.add(kind, { id, ...(parent !== undefined && { parent }) });
    if (kind === 'own-templates') this.things.add('sensor-templates', { id });
    if (extra) await this.removeAll([{ kind, id: extra.id, parent: extra.parent }]);
  }

  /** Devices have something to say, and about some of them there is an alert that is not resolved. */
  async #measure(): Promise<void> {
    const { things } = this;
    const fresh: string[] = [];
    for (
      const least = Math.max(LEAST - things.count('heard'), LEAST - (await this.#openAlerts()));
      fresh.length < least;
    ) {
      const id = await this.#heard.make();
      fresh.push(id);
      const eui = this.#heard.euiOf(id);
      things.add('endpoints', { id: eui, parent: id });
      const extra = [things.add('devices', { id }), things.add('heard', { id, parent: eui })];
      await this.removeAll(extra.flatMap(thing => (thing ? { kind: 'devices', id: thing.id, parent: undefined } : [])));
    }
    await this.#heard.send([...things.ids('heard'), ...things.ids('steady')]);
    await this.#openAlerts();
  }

  /** Notes alerts that are not resolved. @returns how many there are */
  async #openAlerts(): Promise<number> {
    const { alerts } = (await this.box.get('/api/v2/alerts', { query: { limit: 20 } })).json as {
      alerts: { id: string }[];
    };
    this.things.set('alerts', alerts);
    return alerts.length;
  }

  async #withSensors(device: string): Promise<void> {
    // The own ones can be removed.
    const sensorTemplateIds = this.things.ids('system-templates').slice(0, LEAST);
    const { status, json } = await this.box.post(`/api/v2/devices/${device}/sensors`, { sensorTemplateIds });
    if (status !== 200) return;
    for (const { id } of json.sensors as { id: string }[]) this.things.add('sensors', { id, parent: device });
  }
}
