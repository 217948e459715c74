import { type Eui, euiToBigInt, parseEui } from '../kit/eui.ts';
import { randomBytes } from '../kit/random.ts';
import { type MachineClock, sleep, systemClock } from '../kit/time/clock.ts';
import type { SimulatedStation } from './base-station.ts';
import { aesBlock, aesCmac } from './cmac.ts';
import type { Request, Response } from './table.ts';
import type { Transmission } from './transmitter.ts';

/** What reports a telegram. */
type Hearer = Pick<SimulatedStation, 'start' | 'hear' | 'nowNs'>;

/** How one station hears a telegram. */
export interface HearingStation {
  readonly station: Hearer;
  /** Delay after the first station. */
  readonly offsetMs?: number;
  readonly snr?: number;
  readonly rssi?: number;
}

export interface EndpointOptions {
  readonly epEui: string;
  /** 16 bytes. */
  readonly nwkKey: Uint8Array;
  /** Counter of the last attach telegram. */
  readonly attachCnt?: number;
  /** Counter of the last telegram under the present session key. */
  readonly packetCnt?: number;
  readonly flags?: Partial<RadioFlags>;
  /** Every so many-th uplink opens a downlink window and expects an answer in it; without it none does. */
  readonly windowEvery?: number;
  /** What it says with the telegram of a counter; default: a made-up climate. */
  readonly payload?: (packetCnt: number) => Uint8Array;
  /** Of what it says; default 0. */
  readonly format?: number;
  readonly clock?: MachineClock;
}

type RadioFlags = Pick<Request<'att'>, 'dualChan' | 'repetition' | 'wideCarrOff' | 'longBlkDist'>;
/** What is on the air of an attach, and of an uplink. */
export type AttachTelegram = Pick<Request<'att'>, 'epEui' | 'attachCnt' | 'nonce' | 'sign'> & RadioFlags;
export type UplinkTelegram = Pick<
  Request<'ulData'>,
  'epEui' | 'packetCnt' | 'userData' | 'format' | 'dlOpen' | 'responseExp' | 'dlAck'
>;
type ReportedUplink = Pick<Request<'ulData'>, 'epEui' | 'rxTime' | 'packetCnt' | 'snr' | 'rssi'>;

const MAX_ATTACH_CNT = 0xff_ffff;
const ATTACH = 0xff;
const UPLINK = 0x00;

/** The first four bytes of the CMAC over the attach block (BSSCI 9.5). */
export function attachSignature(nwkKey: Uint8Array, epEui: Eui, attachCnt: number): Buffer {
  const block = Buffer.alloc(16, 0xff);
  block.writeBigUInt64BE(euiToBigInt(epEui), 0);
  block[8] = ATTACH;
  block[9] = UPLINK;
  block.writeUInt32BE(attachCnt, 10);
  return aesCmac(nwkKey, block).subarray(0, 4);
}

/** The key that an attach telegram makes (BSSCI 9.6). */
export function sessionKey(nwkKey: Uint8Array, epEui: Eui, nonce: Uint8Array, sign: Uint8Array): Buffer {
  const block = Buffer.alloc(16);
  block.writeBigUInt64BE(euiToBigInt(epEui), 0);
  block.set(nonce, 8);
  block.set(sign, 12);
  return aesBlock(nwkKey, block);
}

/** A sensor: its keys and counters. It has no radio either: code hands its telegrams to the stations. */
export class SimulatedEndpoint {
  readonly epEui: Eui;
  /** The key of the last attach; before it the network key, as in a pre-attached endpoint. */
  nwkSnKey: Uint8Array;
  attachCnt: number;
  packetCnt: number;
  /** Does not receive what is sent to it. */
  deaf = false;
  /** What it has received, oldest first. */
  readonly received: Transmission[] = [];
  readonly #nwkKey: Uint8Array;
  readonly #flags: RadioFlags;
  readonly #windowEvery: number;
  readonly #payload: (packetCnt: number) => Uint8Array;
  readonly #format: number;
  readonly #clock: MachineClock;
  #uplinks = 0;
  /** The window in which something came. */
  #receivedAfter: number | undefined;
  #windowAsked = false;
  #statusAsked = false;

  constructor(options: EndpointOptions) {
    const { epEui, nwkKey, attachCnt = -1, packetCnt = 0, flags, windowEvery, clock = systemClock } = options;
    const { payload = climatePayload, format = 0 } = options;
    const eui = parseEui(epEui);
    if (!eui) throw new RangeError(`not an EUI: ${epEui}`);
    this.epEui = eui;
    this.nwkSnKey = nwkKey;
    this.attachCnt = attachCnt;
    this.packetCnt = packetCnt;
    this.#nwkKey = nwkKey;
    this.#flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false, ...flags };
    this.#windowEvery = windowEvery ?? Number.POSITIVE_INFINITY;
    this.#payload = payload;
    this.#format = format;
    this.#clock = clock;
  }

  /** The next attach telegram; from here on the endpoint uses the key it leads to. */
  attachTelegram(nonce: Uint8Array = randomBytes(4)): AttachTelegram {
    this.attachCnt = (this.attachCnt + 1) & MAX_ATTACH_CNT;
    this.packetCnt = 0;
    this.#receivedAfter = undefined;
    const sign = attachSignature(this.#nwkKey, this.epEui, this.attachCnt);
    this.nwkSnKey = sessionKey(this.#nwkKey, this.epEui, nonce, sign);
    return { epEui: this.epEui, attachCnt: this.attachCnt, nonce, sign, ...this.#flags };
  }

  /** The next uplink telegram: it acknowledges what came in the window before it. */
  uplinkTelegram(over: Partial<UplinkTelegram> = {}): UplinkTelegram {
    const { epEui, packetCnt: window } = this;
    const packetCnt = (window + 1) >>> 0;
    this.packetCnt = packetCnt;
    const opens = ++this.#uplinks % this.#windowEvery === 0 || this.#windowAsked;
    this.#windowAsked = false;
    const dlAck = this.#receivedAfter === window;
    return {
      epEui,
      packetCnt,
      userData: over.userData ?? this.#payload(packetCnt),
      ...(this.#format !== 0 && { format: this.#format }),
      dlOpen: opens,
      responseExp: opens,
      dlAck,
      ...over,
    };
  }

  /** What a station has sent to it. */
  receive(transmission: Transmission): void {
    if (this.deaf) return;
    this.received.push(transmission);
    this.#receivedAfter = transmission.packetCnt;
    this.#windowAsked ||= transmission.dlWindReq;
    this.#statusAsked ||= transmission.rxStatus;
  }

  /** Whether its next uplink says how it receives; true once for every time it was asked. */
  takeStatusRequest(): boolean {
    const asked = this.#statusAsked;
    this.#statusAsked = false;
    return asked;
  }

  /** Attaches over the air through every station that hears it. */
  attach(hearings: readonly HearingStation[], nonce?: Uint8Array): Promise<Response<'att'>[]> {
    const telegram = this.attachTelegram(nonce);
    return this.#heard(hearings, (station, reception) => station.start('att', { ...telegram, ...reception }));
  }

  /** Sends one telegram that every one of the stations hears, and receives what they send in its window. */
  async uplink(hearings: readonly HearingStation[], over: Partial<UplinkTelegram> = {}): Promise<void> {
    const telegram = this.uplinkTelegram(over);
    // Before any station sends: what is asked in this window is answered with the next uplink.
    const asked = this.takeStatusRequest();
    await this.#heard(hearings, async (station, reception, first) => {
      const uplink = { ...telegram, ...reception };
      const sent = await station.hear(uplink);
      if (sent) this.receive(sent);
      if (asked && first) await station.start('dlRxStat', receptionStatus(uplink));
    });
  }

  #heard<T>(
    hearings: readonly HearingStation[],
    report: (station: Hearer, reception: Reception, first: boolean) => Promise<T>,
  ): Promise<T[]> {
    return Promise.all(
      hearings.map(async ({ station, offsetMs = 0, snr = 12.5, rssi = -98 }, index) => {
        if (offsetMs > 0) await sleep(this.#clock, offsetMs);
        return report(station, { rxTime: station.nowNs(), snr, rssi }, index === 0);
      }),
    );
  }
}

/** What the endpoint reports with this uplink about its own reception: the way down is as good as the way up. */
export function receptionStatus({ epEui, rxTime, packetCnt, snr, rssi }: ReportedUplink): Request<'dlRxStat'> {
  return { epEui, rxTime, packetCnt, dlRxSnr: snr, dlRxRssi: rssi };
}

interface Reception {
  readonly rxTime: bigint;
  readonly snr: number;
  readonly rssi: number;
}

const STEPS_PER_DAY = 96;

/** Temperature (0.01 °C, signed 16 bit), humidity (0.5 %) and battery (0.1 V) of a day that takes 96 telegrams. */
export function climatePayload(step: number): Buffer {
  const phase = ((step % STEPS_PER_DAY) / STEPS_PER_DAY) * 2 * Math.PI;
  const payload = Buffer.alloc(4);
  payload.writeInt16BE(Math.round(1800 - 700 * Math.cos(phase)), 0);
  payload[2] = Math.round(120 + 40 * Math.cos(phase));
  payload[3] = 36 - (Math.floor(step / STEPS_PER_DAY) % 8);
  return payload;
}
