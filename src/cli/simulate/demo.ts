import type { Waystation } from '../../app.ts';
import { background } from '../../kit/background.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { InTurn } from '../../kit/in-turn.ts';
import type { Log } from '../../kit/log.ts';
import { systemClock, type Timer } from '../../kit/time/clock.ts';
import { SimulatedApplicationCenter } from '../../simulate/application-center.ts';
import type { Request } from '../../simulate/application-table.ts';
import { SimulatedStation } from '../../simulate/base-station.ts';
import type { DownlinkEvent } from '../../simulate/transmitter.ts';
import { type Api, openApi } from '../api.ts';
import { type NamedValue, valuesInWords } from '../decoded-values.ts';
import { decodedValues, demoModel, demoSensor, unlessThere } from './demo-sensors.ts';
import { clockTime, downlinkLine, eventInWords } from './downlink-lines.ts';

type Uplink = Request<'ulData'>;

const STATIONS = ['70b3d59cd0000001', '70b3d59cd0000002'];
const ENDPOINTS = ['fe0000000000e101', 'fe0000000000e102'];
const SENSOR_NAMES = new Map<string, string>(ENDPOINTS.map((eui, index) => [eui, `demo sensor ${index + 1}`]));
const APPLICATION_CENTER = '70b3d59cd00000a1';
/** An endpoint sends so often. */
const EVERY_MS = 2000;
/** A downlink is queued so often. */
const DOWNLINK_MS = 15_000;

/**
 * The main job at work: two simulated stations dial in over TLS, two endpoints attach over the air and send; a simulated
 * application center dials in from the other side, and what arrives there is printed, with the values that the service center has
 * decoded. The endpoints listen after every uplink and acknowledge what they receive: what the demo queues now and then, and what
 * other clients queue.
 */
export async function startDemo({ app, log }: { app: Waystation; log: Log }): Promise<{ stop(): Promise<void> }> {
  if (app.ports.core === null) throw new Error('the demo works by the internal port: set core.enabled to true for it');
  const api = openApi(app.ports.core);
  const downlinks = new DownlinkLines();
  const stations = await Promise.all(
    STATIONS.map((eui, index) => dialIn(app, api, eui, `demo station ${index + 1}`, downlinks.onDownlink)),
  );
  const model = await demoModel(api);
  const endpoints = await Promise.all(ENDPOINTS.map(eui => demoSensor(api, model, eui, SENSOR_NAMES.get(eui) ?? eui)));
  const show = async (uplink: Uplink): Promise<void> => {
    console.log(line(uplink, await decodedValues(api, uplink.epEui, uplink.packetCnt)));
    downlinks.onUplink(uplink);
  };
  const shown = new InTurn();
  const center = await applicationCenter(app, uplink => {
    const done = shown.run(() => show(uplink));
    background(done, cause => log.warn({ err: cause }, 'a demo uplink was not shown'));
  });

  const timers: Timer[] = [];
  const hearings = stations.map((station, index) => ({
    station,
    offsetMs: index * 20,
    snr: 12.5 - 4 * index,
    rssi: -97 - 6 * index,
  }));
  for (const [index, endpoint] of endpoints.entries()) {
    await endpoint.attach(hearings).catch((cause: unknown) => {
      const why = `demo sensor ${endpoint.epEui} could not attach: ${reasonOf(cause)}`;
      throw new Error(`${why}; waystation doctor looks for the reason, another --data-dir begins anew`, { cause });
    });
    console.log(
      `${clockTime(systemClock.now())}  attach  ${endpoint.epEui} over the air, heard by ${stations.length} stations`,
    );
    const send = () => {
      endpoint.uplink(hearings).catch((cause: unknown) => log.warn({ err: cause }, 'a demo uplink got no answer'));
    };
    timers.push(
      systemClock.after((index * EVERY_MS) / endpoints.length, () => timers.push(systemClock.every(EVERY_MS, send))),
    );
  }
  let queued = 0;
  const queue = () => {
    const epEui = ENDPOINTS[queued % ENDPOINTS.length] ?? '';
    queueDownlink(api, epEui, Buffer.of(++queued)).catch((cause: unknown) =>
      log.warn({ err: cause }, 'a demo downlink was not queued'),
    );
  };
  queue();
  timers.push(systemClock.every(DOWNLINK_MS, queue));
  return {
    async stop() {
      for (const timer of timers) timer.cancel();
      await center.close();
      await shown.settled();
      api.close();
      await Promise.all(stations.map(station => station.close()));
    },
  };
}

/** What happens to downlinks, in the order in which a person follows it. */
class DownlinkLines {
  /** Queue ids of what was sent and not acknowledged yet, by endpoint and counter of the window. */
  readonly #sent = new Map<string, number>();

  onDownlink = (event: DownlinkEvent): void => {
    const { what, epEui, queId, transmission } = event;
    // In a window it is sent in the same moment.
    if (what === 'taken') return;
    if (transmission) this.#sent.set(`${epEui}/${transmission.packetCnt}`, queId);
    console.log(downlinkLine(systemClock.now(), epEui, queId, eventInWords(event)));
  };

  onUplink(uplink: Uplink): void {
    const { epEui, packetCnt, dlAck } = uplink;
    const window = `${epEui}/${packetCnt - 1}`;
    const queId = this.#sent.get(window);
    this.#sent.delete(window);
    if (dlAck && queId !== undefined) {
      console.log(downlinkLine(receivedMs(uplink), epEui, queId, `acknowledged with #${packetCnt}`));
    }
  }
}

async function queueDownlink(api: Api, ep_eui: string, content: Buffer): Promise<void> {
  const { downlink } = await api.call('SendDownlink', { ep_eui, user_data: [content], ref: 'demo' });
  const { que_id = '' } = downlink ?? {};
  console.log(downlinkLine(systemClock.now(), ep_eui, que_id, `queued: ${content.toString('hex')}`));
}

async function dialIn(
  app: Waystation,
  api: Api,
  text: string,
  name: string,
  onDownlink: (event: DownlinkEvent) => void,
): Promise<SimulatedStation> {
  const eui = euiOf(text);
  await unlessThere(api.call('CreateBaseStation', { base_station: { bs_eui: eui, name } }));
  const { certPem, keyPem, caPem } = await app.pki.issue({ kind: 'base-station', eui });
  const con = { vendor: 'Waystation', model: 'simulated', name };
  return SimulatedStation.connect({
    host: '127.0.0.1',
    port: app.ports.bssci,
    ca: caPem,
    cert: certPem,
    key: keyPem,
    bsEui: eui,
    serverName: 'localhost',
    con,
    onDownlink,
  });
}

/** An application center that gets every uplink from now on. */
async function applicationCenter(
  app: Waystation,
  onUplink: (uplink: Uplink) => void,
): Promise<SimulatedApplicationCenter> {
  const { scaci } = app.ports;
  if (scaci === null) throw new Error('the demo ends in an application center: set scaci.enabled to true');
  const { certPem, keyPem, caPem } = await app.pki.issue({
    kind: 'application-center',
    eui: euiOf(APPLICATION_CENTER),
  });
  return SimulatedApplicationCenter.connect({
    host: '127.0.0.1',
    port: scaci,
    ca: caPem,
    cert: certPem,
    key: keyPem,
    acEui: APPLICATION_CENTER,
    serverName: 'localhost',
    con: { vendor: 'Waystation', model: 'simulated', name: 'demo application center' },
    take: arrival => {
      if (arrival.command === 'ulData') onUplink(arrival);
    },
  });
}

function euiOf(text: string): Eui {
  const eui = parseEui(text);
  if (!eui) throw new Error(`not an EUI: ${text}`);
  return eui;
}

function receivedMs({ baseStations }: Uplink): number {
  return Number((baseStations[0]?.rxTime ?? 0n) / 1_000_000n);
}

function line(uplink: Uplink, values: readonly NamedValue[] | undefined): string {
  const { epEui, packetCnt, userData, baseStations } = uplink;
  const at = clockTime(receivedMs(uplink));
  const said = values ? valuesInWords(values) : Buffer.from(userData).toString('hex');
  const { rssi = 0, snr = 0 } = baseStations[0] ?? {};
  const receivedBy = baseStations.length === 1 ? '1 station' : `${baseStations.length} stations`;
  const name = SENSOR_NAMES.get(epEui) ?? '';
  return `${at}  uplink  ${epEui} (${name})  #${packetCnt}  ${said}  ${rssi.toFixed(1)} dBm  ${snr.toFixed(1)} dB  ${receivedBy}`;
}
