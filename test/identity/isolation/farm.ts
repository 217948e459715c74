import { connectAsync, type MqttClient } from 'mqtt';
import type { MethodName } from '../../../src/rpc/call/define.ts';
import type { SimulatedApplicationCenter } from '../../../src/simulate/application-center.ts';
import type { SimulatedStation } from '../../../src/simulate/base-station.ts';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import { type Center, until } from '../../peers/center.ts';
import { euiOf } from '../../peers/telegrams.ts';
import { Enterprise, type Headers, PASSWORD } from '../scene.ts';

export const WINDOW_MS = 500;
/** What both organizations call the same. */
export const TYPE_EUI = '70b3d56770ff0001';
export const REQUEST_ID = '0192f000-0000-7000-8000-0000000000aa';
export const REF = 'the same';

type Answer = Record<string, unknown>;

/** One byte that is in everything of an organization. */
const bytes = { north: 'aa', south: 'bb' } as const;
export type Name = keyof typeof bytes;

/** Two bytes of temperature, four that tell whose they are. */
const SPEC = JSON.stringify({
  version: '1.0',
  typeEui: TYPE_EUI,
  uplink: [
    {
      payload: [
        { name: 'temperature', size: 16, type: 'int' },
        { name: 'owner', size: 32, type: 'uint' },
      ],
    },
  ],
});

/** With the broker on. What is asked by itself is answered in real time, and would lose against a wound clock. */
export const SETTINGS = {
  mqtt: { broker: { enabled: true, port: 0, tls_port: 0, tls_host: '127.0.0.1' } },
  scaci: { ping_s: 86_400 },
  bssci: { status_s: 0 },
};

/** A service center with sign-in, and two organizations. */
export async function twoFarms(dir: string) {
  const box = await Enterprise.start(dir, SETTINGS);
  const root = await box.signIn('root@example.org');
  const north = await Farm.found(box, root, 'north');
  const south = await Farm.found(box, root, 'south');
  const { device_model } = await box.call(
    'CreateDeviceModelWithBlueprint',
    {
      ...{ manufacturer: { name: 'Everybody', is_system: true }, device_model: { name: 'of all', is_system: true } },
      blueprint: { spec_json: SPEC.replace(TYPE_EUI, '70b3d56770ff00ff') },
    },
    { ...root, 'x-organization-id': north.organization },
  );
  for (const farm of [north, south]) farm.systemModel = (device_model as { id: string }).id;
  return { box, root, north, south };
}

/** An organization that owns something of every kind, each with its name or its byte in it. */
export class Farm {
  box: Enterprise;
  readonly name: Name;
  readonly organization: string;
  headers: Headers & { readonly 'x-user-id': string };
  readonly mast: string;
  readonly meter: string;
  readonly valve: string;
  readonly center: string;
  /** What was made, by what it is. */
  readonly ids = new Map<string, string>();
  /** A device model that all organizations have. */
  systemModel = '';
  station!: SimulatedStation;
  application!: SimulatedApplicationCenter;
  broker!: MqttClient;
  /** What was published for its API key: topics with payloads. */
  readonly published: string[] = [];
  #meter!: SimulatedEndpoint;
  #valve!: SimulatedEndpoint;
  #made = 0;

  private constructor(box: Enterprise, name: Name, organization: string, headers: Farm['headers']) {
    this.box = box;
    this.name = name;
    this.organization = organization;
    this.headers = headers;
    const byte = bytes[name];
    this.mast = `70b3d59cd0${byte}0001`;
    this.center = `70b3d59cd0${byte}00a1`;
    this.meter = `fe00000000${byte}0001`;
    this.valve = `fe00000000${byte}0002`;
  }

  static async found(box: Enterprise, root: Headers, name: Name): Promise<Farm> {
    const made = await box.call('CreateOrganization', { organization: { name: `${name} farm` } }, root);
    const organization = made.id as string;
    const user = { email: `owner@${name}.example`, first_name: name, last_name: name };
    const memberships = [{ organization_id: organization, role: 'owner' }];
    await box.call('CreateUser', { user, password: PASSWORD, memberships }, root);
    const signedIn = await box.signIn(user.email);
    const hand = { email: `hand@${name}.example`, first_name: `${name} hand`, last_name: name };
    await box.call('CreateUser', { user: hand, password: PASSWORD, memberships: [] }, root);
    return new Farm(box, name, organization, { ...signedIn, 'x-organization-id': organization });
  }

  /** Everything that an answer could tell it by. */
  get marks(): readonly string[] {
    const byte = bytes[this.name];
    const payload = Buffer.from(byte.repeat(4), 'hex');
    return [
      ...[this.name, this.organization, this.headers['x-user-id'], `00000000${byte}00`, `d0${byte}00a1`],
      ...[payload.toString('hex'), String(payload.readUInt32BE())],
      ...this.#named(false),
    ];
  }

  /** Ids of its telegrams, which are the same for the station that hears or sends one of them. */
  get radio(): readonly string[] {
    return this.#named(true).map(id => (/^\d+$/.test(id) ? `"que_id":"${id}"` : id));
  }

  #named(onRadio: boolean): string[] {
    return [...this.ids].filter(([what]) => /message|que \d/.test(what) === onRadio).map(([, id]) => id);
  }

  call(method: MethodName, request: object): Promise<Answer> {
    return this.box.call(method, request, this.headers);
  }

  id(what: string): string {
    const id = this.ids.get(what);
    if (id === undefined) throw new Error(`${this.name} has no ${what}`);
    return id;
  }

  /** Makes one of everything there is. */
  async equip(): Promise<void> {
    const { name, mast, meter, valve, organization } = this;
    const { center } = this.box;
    const catalog = await this.call('CreateDeviceModelWithBlueprint', {
      manufacturer: { name: `${name} works` },
      device_model: { name: `${name} thermometer` },
      blueprint: { spec_json: SPEC },
    });
    for (const what of ['manufacturer', 'device_model', 'blueprint']) this.#keep(what, catalog[what]);
    await this.call('CreateBaseStation', { base_station: { bs_eui: mast, name: `${name} mast`, tags: { of: name } } });
    const key = Buffer.alloc(16, bytes[name], 'hex');
    const nwk_key = key.toString('hex');
    for (const [ep_eui, what] of [
      [meter, 'meter'],
      [valve, 'valve'],
    ]) {
      const endpoint = { ep_eui, name: `${name} ${what}`, ep_class: 'A', nwk_key, tags: { of: name } };
      await this.call('CreateEndPoint', { endpoint: { ...endpoint, device_model_id: this.id('device_model') } });
    }
    const { api_key, raw_key } = await this.call('CreateApiKey', { api_key: { name: `${name} key`, scopes: ['*'] } });
    this.#keep('api_key', api_key);
    this.ids.set('raw_key', raw_key as string);
    this.broker = await connectAsync(`mqtt://127.0.0.1:${center.ports.mqtt_plain}`, {
      ...{ username: (raw_key as string).slice(0, 8), password: raw_key as string, reconnectPeriod: 0 },
    });
    this.broker.on('message', (topic, payload) => this.published.push(`${topic} ${payload.toString()}`));
    await this.broker.subscribeAsync('#');
    const mqtt = { broker_url: 'embedded://', topic_prefix: 'field' };
    const integration = { kind: 'mqtt', name: `${name} broker`, mqtt };
    this.#keep('integration', await this.call('CreateIntegration', { integration }));
    const member = { organization_id: organization, email: `hand@${name}.example`, role: 'viewer' };
    const hand = await this.call('AddOrganizationUser', member);
    this.ids.set('hand', hand.user_id as string);
    const { certificate } = await this.call('GenerateCertificate', { bs_eui: mast });
    this.#keep('certificate', certificate);
    await this.dial(center);
    const options = { nwkKey: key, windowEvery: 1, clock: center.clock };
    this.#meter = new SimulatedEndpoint({ ...options, epEui: meter });
    this.#valve = new SimulatedEndpoint({ ...options, epEui: valve });
    await this.#meter.attach([{ station: this.station }]);
    await this.#valve.attach([{ station: this.station }]);
    await this.application.start('status', {});
    const { sessions } = await this.call('ListScaciSessions', {});
    this.#keep('session', (sessions as Answer[])[0]);
  }

  /** Its station and its application center connect, with what they remember. */
  async dial(center: Center): Promise<void> {
    const { name, mast, center: acEui, organization } = this;
    const [station, application] = [this.station?.session, this.application?.session];
    this.station = await center.baseStation({
      ...{ bsEui: mast, register: false, answers: { status: () => trouble(center.clock.nowNs(), name) } },
      ...(station && { session: station }),
    });
    this.application = await center.applicationCenter({
      ...{ acEui, organization, ...(application && { session: application }) },
    });
  }

  /** One telegram of its meter, heard by its station. */
  async hear(): Promise<void> {
    const byte = Number.parseInt(bytes[this.name], 16);
    const userData = Uint8Array.of(0, 0, byte, byte, byte, byte);
    await this.#meter.uplink([{ station: this.station }], { userData });
  }

  /** Goes on after a restart. */
  async signIn(box: Enterprise): Promise<void> {
    this.box = box;
    const signedIn = await box.signIn(`owner@${this.name}.example`);
    this.headers = { ...signedIn, 'x-organization-id': this.organization };
  }

  /** One more of everything that goes on by radio. @param heardBy stations, by default its own */
  async work(heardBy: readonly SimulatedStation[] = [this.station]): Promise<void> {
    const { name, mast, meter, valve, box } = this;
    const { clock } = box.center;
    const round = ++this.#made;
    const heard = heardBy.map(station => ({ station }));
    const byte = Number.parseInt(bytes[name], 16);
    const payload = (first: number) => Uint8Array.of(0, first, byte, byte, byte, byte);
    const before = await this.#count();
    const sent = { ep_eui: meter, user_data: [payload(round)], request_id: round === 1 ? REQUEST_ID : '', ref: REF };
    const { downlink } = await this.call('SendDownlink', sent);
    this.ids.set(`que ${round}`, (downlink as { que_id: string }).que_id);
    const asked = await this.call('QueryDLRXStatus', { ep_eui: meter, bs_eui: mast });
    this.#keep(`query ${round}`, asked.query);
    await this.#meter.uplink(heard, { userData: payload(round) });
    for (const { station } of heard) await station.reported();
    await this.#meter.uplink(heard, { userData: payload(round) });
    await this.#valve.uplink(heard, { userData: payload(round) });
    // Five failures to decode in a row open an alert.
    for (let failed = 0; failed < 5; failed++)
      await this.#valve.uplink(heard, { userData: Uint8Array.of(byte, byte, byte, byte) });
    await clock.advance(WINDOW_MS);
    await until(async () => (await this.#count()) === before + 8);
    const waiting = { ep_eui: valve, user_data: [payload(round)], ref: REF };
    const { downlink: open } = await this.call('SendDownlink', waiting);
    this.ids.set(`open que ${round}`, (open as { que_id: string }).que_id);
    await this.call('RequestBaseStationStatus', { bs_eui: mast });
    await this.call('InitiatePing', { bs_eui: mast });
    const transmission = { ep_eui: meter, bs_eui: mast, packet_cnt: 1000 + round, user_data: payload(round) };
    await this.call('SendULTransmit', { ...transmission, sh_addr: 1, nwk_sn_key: bytes[name].repeat(16) });
    const queued = { queId: BigInt(round), cntDepend: false, userData: [payload(round)] };
    await this.application.start('dlDataQue', { ...queued, epEui: euiOf(valve) });
    await this.application.start('dlDataQue', { ...queued, epEui: euiOf(valve) }).catch(() => undefined);
    await until(async () => {
      const { errors } = await this.call('ListScaciErrors', {});
      return (errors as unknown[]).length > 0;
    });
    const messages = await this.call('ListMessages', { page_size: 100 });
    for (const message of messages.messages as Answer[]) this.#keep(`message ${message.seq}`, message);
    this.#keep('message', (messages.messages as Answer[])[0]);
    await until(() => this.published.length >= round * 8);
  }

  /** One more of everything that is made by hand. */
  async grow(): Promise<void> {
    const { name, organization } = this;
    const round = ++this.#made;
    const called = `${name} ${round}`;
    const manufacturer = await this.call('CreateManufacturer', { manufacturer: { name: called } });
    const model = { name: called, manufacturer_id: manufacturer.id };
    const { id: device_model_id } = await this.call('CreateDeviceModel', { device_model: model });
    const spec_json = SPEC.replace(TYPE_EUI, `70b3d56770ff${String(round).padStart(4, '1')}`);
    await this.call('CreateBlueprint', { blueprint: { device_model_id, spec_json } });
    const eui = `00${bytes[name]}${String(round).padStart(4, '1')}`;
    await this.call('CreateBaseStation', { base_station: { bs_eui: `70b3d59c${eui}`, name: called } });
    await this.call('GenerateCertificate', { bs_eui: `70b3d59c${eui}` });
    const nwk_key = bytes[name].repeat(16);
    const endpoint = { ep_eui: `fe000000${eui}`, name: called, ep_class: 'A', nwk_key, pre_attach: true };
    await this.call('CreateEndPoint', { endpoint });
    await this.call('DetachEndPoint', { ep_eui: endpoint.ep_eui });
    await this.call('DeleteEndPoint', { ep_eui: endpoint.ep_eui });
    const ofAll = { ...endpoint, ep_eui: `fe000001${eui}`, device_model_id: this.systemModel, pre_attach: false };
    await this.call('CreateEndPoint', { endpoint: ofAll });
    await this.box.center.baseStation({ bsEui: `70b3d59c${eui}`, register: false });
    await this.call('CreateApiKey', { api_key: { name: called, scopes: ['*'] } });
    const http = { url: 'https://hooks.example/' };
    await this.call('CreateIntegration', { integration: { kind: 'http', name: called, enabled: false, http } });
    await this.call('UpdateOrganization', {
      ...{ organization: { id: organization, description: called }, update_mask: { paths: ['description'] } },
    });
    await this.call('RevokeDownlink', { ep_eui: this.valve, all: true });
  }

  async #count(): Promise<number> {
    return (await this.call('ListMessages', {})).total_count as number;
  }

  #keep(what: string, made: unknown): void {
    this.ids.set(what, (made as { id: string }).id);
  }
}

/** What a station says of itself that is not well. */
function trouble(systemTime: bigint, name: Name) {
  return { code: 5, message: `${name} fan`, time: systemTime, dutyCycle: 0.01, uptime: 60n };
}
