import { status } from '@grpc/grpc-js';
import type { Waystation } from '../app.ts';
import { systemClock, type Timer } from '../kit/clock.ts';
import { parseEui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import type { MessageIn } from '../rpc/schema.gen.ts';
import { SimulatedStation } from '../simulate/base-station.ts';
import { SimulatedEndpoint } from '../simulate/endpoint.ts';
import type { DownlinkNews } from '../simulate/transmitter.ts';
import { type Api, openApi } from './api.ts';
import { clockTime, downlinkLine, newsInWords } from './downlink-lines.ts';

const STATIONS = ['70b3d59cd0000001', '70b3d59cd0000002'];
const ENDPOINTS = ['fe0000000000e101', 'fe0000000000e102'];
const NWK_KEY = '000102030405060708090a0b0c0d0e0f';
/** An endpoint sends so often. */
const EVERY_MS = 2000;
/** A downlink is queued so often. */
const DOWNLINK_MS = 15_000;

/**
 * The main job at work: two simulated stations dial in over TLS, two endpoints attach over the air and send; what arrives is
 * read back from the API, a line per message. The endpoints listen after every uplink and acknowledge what they receive: what
 * the demo queues now and then, and what anybody else does.
 */
export async function startDemo({ app, log }: { app: Waystation; log: Log }): Promise<{ stop(): Promise<void> }> {
  const api = openApi(app.ports.core);
  const downlinks = new DownlinkLines();
  const stations = await Promise.all(
    STATIONS.map((eui, index) => dialIn(app, api, eui, `demo station ${index + 1}`, downlinks.news)),
  );
  const endpoints = await Promise.all(ENDPOINTS.map((eui, index) => registered(api, eui, `demo sensor ${index + 1}`)));
  const lines = api.stream('StreamMessages', { ep_euis: ENDPOINTS });
  lines.on('data', (message: MessageIn) => {
    console.log(line(message));
    downlinks.heard(message);
  });
  lines.on('error', cause => log.debug({ err: cause }, 'the demo stream ended'));

  const timers: Timer[] = [];
  const hearings = stations.map((station, index) => ({
    station,
    offsetMs: index * 20,
    snr: 12.5 - 4 * index,
    rssi: -97 - 6 * index,
  }));
  for (const [index, endpoint] of endpoints.entries()) {
    await endpoint.attach(hearings);
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
      lines.cancel();
      api.close();
      await Promise.all(stations.map(station => station.close()));
    },
  };
}

/** What happens to downlinks, in the order in which a person follows it. */
class DownlinkLines {
  /** Queue ids of what was sent and not acknowledged yet, by endpoint and counter of the window. */
  readonly #sent = new Map<string, number>();

  news = (news: DownlinkNews): void => {
    const { what, epEui, queId, transmission } = news;
    // In a window it is sent in the same moment.
    if (what === 'taken') return;
    if (transmission) this.#sent.set(`${epEui}/${transmission.packetCnt}`, queId);
    console.log(downlinkLine(systemClock.now(), epEui, queId, newsInWords(news)));
  };

  heard(message: MessageIn): void {
    const { ep_eui, packet_cnt, dl_ack } = message;
    const window = `${ep_eui}/${packet_cnt - 1}`;
    const queId = this.#sent.get(window);
    this.#sent.delete(window);
    if (dl_ack && queId !== undefined) {
      console.log(downlinkLine(receivedMs(message), ep_eui, queId, `acknowledged with #${packet_cnt}`));
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
  onDownlink: (news: DownlinkNews) => void,
): Promise<SimulatedStation> {
  const eui = parseEui(text);
  if (!eui) throw new Error(`not an EUI: ${text}`);
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

/** A sensor that goes on where it stopped in an earlier demo on the same data. */
async function registered(api: Api, ep_eui: string, name: string): Promise<SimulatedEndpoint> {
  await unlessThere(api.call('CreateEndPoint', { endpoint: { ep_eui, name, ep_class: 'A', nwk_key: NWK_KEY } }));
  const { attach_cnt } = await api.call('GetEndPoint', { ep_eui });
  return new SimulatedEndpoint({
    epEui: ep_eui,
    nwkKey: Buffer.from(NWK_KEY, 'hex'),
    windowEvery: 1,
    ...(typeof attach_cnt === 'number' && { attachCnt: attach_cnt }),
  });
}

async function unlessThere(created: Promise<unknown>): Promise<void> {
  try {
    await created;
  } catch (cause) {
    if ((cause as { code?: number }).code !== status.ALREADY_EXISTS) throw cause;
  }
}

function receivedMs({ received_at }: MessageIn): number {
  return Number(received_at?.seconds ?? 0) * 1000;
}

function line(message: MessageIn): string {
  const { ep_name, ep_eui, packet_cnt, user_data, rssi, snr, base_stations } = message;
  const at = clockTime(receivedMs(message));
  const payload = Buffer.from(user_data).toString('hex');
  const heard = base_stations.length === 1 ? '1 station' : `${base_stations.length} stations`;
  return `${at}  uplink  ${ep_eui} (${ep_name})  #${packet_cnt}  ${payload}  ${rssi.toFixed(1)} dBm  ${snr.toFixed(1)} dB  ${heard}`;
}
