import type { Test } from 'tap';
import { SECOND_MS } from '../../src/kit/units.ts';
import type { DownlinkIn, SendDownlinkRequestOut } from '../../src/rpc/schema.gen.ts';
import type { SimulatedStation } from '../../src/simulate/base-station.ts';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import type { Request } from '../../src/simulate/table.ts';
import { Center, type CenterOptions, type DialOptions, until } from './center.ts';
import { METER, uplink } from './telegrams.ts';

export const NEAR = '70b3d59cd0000001';
export const FAR = '70b3d59cd0000002';
export const CONTENT = Buffer.of(0x10, 0x20, 0xa0);

/** A whole center, a station, and an endpoint that is attached over the air and listens after every uplink. */
export class DownlinkScene {
  readonly center: Center;
  readonly near: SimulatedStation;
  readonly meter: SimulatedEndpoint;
  /** For `meter.uplink`: the station hears it. */
  readonly heard: readonly { readonly station: SimulatedStation }[];

  private constructor(center: Center, near: SimulatedStation, meter: SimulatedEndpoint) {
    this.center = center;
    this.near = near;
    this.meter = meter;
    this.heard = [{ station: near }];
  }

  static async start(t: Test, dialect: DialOptions['dialect'] = {}, settings: CenterOptions['settings'] = {}) {
    const center = await Center.start({ dir: t.testdir(), settings });
    t.teardown(() => center.stop());
    const near = await center.baseStation({ bsEui: NEAR, dialect });
    const nwkKey = await center.endpoint({ ep_eui: METER, name: 'meter', ep_class: 'A' });
    const meter = new SimulatedEndpoint({ epEui: METER, nwkKey, windowEvery: 1, clock: center.clock });
    await meter.attach([{ station: near }]);
    return new DownlinkScene(center, near, meter);
  }

  /** A second station that knows the endpoint. */
  async far(): Promise<SimulatedStation> {
    const far = await this.center.baseStation({ bsEui: FAR });
    await far.next('attPrp');
    return far;
  }

  /** The first station again, with what it remembers. */
  back(): Promise<SimulatedStation> {
    return this.center.baseStation({ bsEui: NEAR, register: false, session: this.near.session });
  }

  async send(content: SendDownlinkRequestOut = {}): Promise<string> {
    const request = { ep_eui: METER, user_data: [CONTENT], ...content };
    const { downlink } = await this.center.api.call('SendDownlink', request);
    return downlink?.que_id ?? '';
  }

  /** A downlink as a client sees it, wherever it is. */
  async seen(queId: string): Promise<DownlinkIn> {
    const { api } = this.center;
    const { downlinks: done } = await api.call('GetDownlinkResults', { que_ids: [queId] });
    const { downlinks: open } = await api.call('ListDownlinkQueue', {});
    const downlink = [...done, ...open].find(({ que_id }) => que_id === queId);
    if (!downlink) throw new Error(`no downlink ${queId}`);
    return downlink;
  }

  /** Reads the row: clients may not ask so often. */
  becomes(queId: string, state: string): Promise<void> {
    return until(() => this.#row(queId)?.state === state);
  }

  refused(queId: string): Promise<void> {
    return until(() => this.#row(queId)?.last_error !== '');
  }

  inSeconds(seconds: number): Pick<SendDownlinkRequestOut, 'expires_at'> {
    return { expires_at: { seconds: Math.floor(this.center.clock.now() / SECOND_MS) + seconds } };
  }

  /** The downlink events so far. */
  downlinkEvents(): string[] {
    return this.center.events().filter(type => type.startsWith('downlink.'));
  }

  /** The endpoint's next uplink as the station reports it. */
  telegram(): Request<'ulData'> {
    return uplink({ ...this.meter.uplinkTelegram(), rxTime: this.near.nowNs() });
  }

  /** The station lets a window pass: from now on it holds what it was given for it. */
  async hold(queId: string): Promise<void> {
    await this.near.start('ulData', this.telegram());
    await this.becomes(queId, 'queued');
  }

  /** Queue ids of what has arrived at the endpoint. */
  received(): string[] {
    return this.meter.received.map(({ queId }) => String(queId));
  }

  #row(queId: string): Record<string, unknown> | undefined {
    return this.center.rows(`SELECT state, last_error FROM downlink WHERE que_id = ${queId}`)[0];
  }
}
