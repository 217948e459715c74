import { MS_NS } from '../../src/kit/units.ts';
import type { MethodName } from '../../src/rpc/call/define.ts';
import type { SimulatedStation } from '../../src/simulate/base-station.ts';
import type { Center } from '../peers/center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import type { Answer, Calls } from '../rest/http-calls.ts';
import { meterModel } from '../rest/measuring.ts';

export interface HeardOptions {
  readonly center: Center;
  readonly calls: Calls;
  readonly platform: (method: MethodName, request: object) => Promise<Record<string, unknown>>;
  /** Twelve hexadecimal digits with which the EUIs of its devices begin. */
  readonly prefix: string;
  /** Begins the names of all that is made. */
  readonly named: string;
}

/** Where alerts begin, °C. */
const WARM = 8;
const HOT = 20;
/** Rules and windows of receptions go by steps of less. */
const STEP_MS = 200;
/** Far more than are needed. */
const MOST_STEPS = 2000;
/** A rule does nothing twice within it. */
const COOLDOWN_S = 1;
/** So many endpoints are heard that are not registered. */
const UNREGISTERED = 3;

/** Devices of an organization that a base station hears, of a model with a blueprint, and a rule that opens an alert about each. */
export class Heard {
  readonly #options: HeardOptions;
  readonly #station: SimulatedStation;
  readonly #deviceModelId: string;
  /** Of the model. */
  readonly blueprintId: string;
  readonly #euis = new Map<string, string>();
  #made = 0;
  #packetCnt = 0;
  #sent = 1;
  /** Sends last; by what its rule does it is seen that rules have looked at all that was sent. */
  #last: { readonly device: string; readonly rule: string } = { device: '', rule: '' };

  private constructor(
    options: HeardOptions,
    station: SimulatedStation,
    { deviceModelId, blueprintId }: Awaited<ReturnType<typeof meterModel>>,
  ) {
    this.#options = options;
    this.#station = station;
    this.#deviceModelId = deviceModelId;
    this.blueprintId = blueprintId;
  }

  static async open(options: HeardOptions): Promise<Heard> {
    const { center, calls, platform, prefix, named } = options;
    const model = await meterModel(platform, `${prefix}ffff`);
    const bsEui = `${prefix}eeee`;
    await platform('CreateBaseStation', { base_station: { bs_eui: bsEui } });
    const heard = new Heard(options, await center.baseStation({ bsEui, register: false }), model);
    const device = await heard.make();
    const { id: rule } = await made(calls, '/api/v2/rules', {
      name: `${named} last`,
      trigger: { kind: 'telemetry', key: 'temperature', deviceIds: [device] },
      condition: { operator: 'changed' },
      actions: [{ kind: 'event', severity: 'info', title: 'sent' }],
      cooldownSeconds: COOLDOWN_S,
    });
    heard.#last = { device, rule };
    await made(calls, '/api/v2/rules', {
      name: `${named} warm`,
      trigger: { kind: 'telemetry', key: 'temperature' },
      condition: { operator: 'gt', value: WARM },
      actions: [{ kind: 'alert', severity: 'error', title: `${named} is warm` }],
    });
    // What was never said does not change.
    await heard.#uplinks([device], heard.#sent);
    return heard;
  }

  /** Makes a device. @returns its id */
  async make(): Promise<string> {
    const { calls, prefix, named } = this.#options;
    const nth = ++this.#made;
    const eui = `${prefix}${nth.toString(16).padStart(4, '0')}`;
    const { id } = await made(calls, '/api/v2/devices', {
      name: `${named} meter ${nth}`,
      physicalDevice: {
        ...{ clientDeviceId: eui, connectionId: 'mioty' },
        configuration: {
          ...{ deviceModelId: this.#deviceModelId, epClass: 'A', preAttach: true, shAddr: nth },
          nwkKey: nth.toString(16).padStart(32, '0'),
        },
      },
    });
    this.#euis.set(id, eui);
    return id;
  }

  /** EUIs of what is heard and not registered. */
  get unregistered(): readonly string[] {
    return Array.from({ length: UNREGISTERED }, (_, nth) => `${this.#options.prefix}dd0${nth}`);
  }

  euiOf(id: string): string {
    return this.#euis.get(id) ?? '';
  }

  /** Each says that it is hot. Resolves when rules have seen it; nothing of it comes later. */
  async send(devices: readonly string[]): Promise<void> {
    const { center, calls } = this.#options;
    const { device, rule } = this.#last;
    const done = async () => {
      const { json } = await calls.get(`/api/v2/rules/${rule}/executions`, { query: { limit: 1 } });
      return json.executions[0]?.id as string | undefined;
    };
    const before = await done();
    await center.clock.advance(2 * COOLDOWN_S * 1000);
    await this.#uplinks(devices, HOT);
    await this.#uplinks([device], ++this.#sent % WARM);
    for (const eui of this.unregistered) await this.#uplink(eui, HOT);
    for (let steps = 0; (await done()) === before; steps++) {
      if (steps > MOST_STEPS) throw new Error('rules have not looked at what was sent');
      await center.clock.advance(STEP_MS);
    }
  }

  async #uplinks(devices: readonly string[], temperature: number): Promise<void> {
    for (const id of devices) await this.#uplink(this.euiOf(id), temperature);
  }

  async #uplink(eui: string, temperature: number): Promise<void> {
    const { clock } = this.#options.center;
    await this.#station.start(
      'ulData',
      uplink({
        epEui: euiOf(eui),
        packetCnt: ++this.#packetCnt,
        rxTime: BigInt(clock.now()) * MS_NS,
        userData: Uint8Array.of(temperature, 1, 65),
      }),
    );
  }
}

/** What was made. @throws Error when it was refused */
export async function made(calls: Calls, path: string, body: object): Promise<Answer['json']> {
  const { status, json } = await calls.post(path, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  return json;
}
