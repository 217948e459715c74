import type { Eui } from '../kit/eui.ts';
import type { MachineClock, Timer } from '../kit/time/clock.ts';
import type { DownlinkFaults } from './dialect.ts';
import type { StationSession } from './station-session.ts';
import type { Request } from './table.ts';

type Downlink = Request<'dlDataQue'>;
type Uplink = Request<'ulData'>;

/** A downlink on the air. */
export interface Transmission extends Pick<Downlink, 'epEui' | 'queId'> {
  /** Counter of the uplink whose window carries it. */
  readonly packetCnt: number;
  /** Nanoseconds since 1970 UTC. */
  readonly txTime: bigint;
  readonly userData: Uint8Array;
  readonly format: number;
  /** The endpoint is to open a further window. */
  readonly dlWindReq: boolean;
  /** The endpoint is to report how it receives this (BSSCI 12). */
  readonly rxStatus: boolean;
}

/** What happened to a downlink at a station. */
export interface DownlinkEvent extends Pick<Downlink, 'epEui' | 'queId'> {
  readonly bsEui: Eui;
  /** `dropped`: with its endpoint or its session. `lost`: on purpose. */
  readonly what: 'taken' | 'refused' | 'sent' | 'expired' | 'invalid' | 'revoked' | 'dropped' | 'lost';
  /** With `refused`. */
  readonly code?: number;
  /** With `sent`. */
  readonly transmission?: Transmission;
}

/** The station of a transmitter, as far as it is needed. */
export interface TransmitterOptions {
  readonly bsEui: Eui;
  readonly session: StationSession;
  readonly clock: MachineClock;
  nowNs(): bigint;
  /** Resolves when it was answered, or never will be. */
  report(result: Request<'dlDataRes'>): Promise<void>;
  onDownlink(event: DownlinkEvent): void;
}

interface OpenWindow {
  readonly uplink: Uplink;
  sent: Transmission | undefined;
}

const HALF_OF_ALL_COUNTERS = 2 ** 31;

/** The downlinks that a station holds, and how they leave it (BSSCI 11). */
export class Transmitter {
  readonly #faults: () => DownlinkFaults;
  readonly #options: TransmitterOptions;
  /** Of uplinks that have no answer yet. */
  readonly #open = new Map<Eui, OpenWindow>();
  readonly #late = new Set<Timer>();
  readonly #reports = new Set<Promise<void>>();

  constructor(faults: () => DownlinkFaults, options: TransmitterOptions) {
    this.#faults = faults;
    this.#options = options;
  }

  /** Queues it. */
  take(downlink: Downlink): void {
    const { session } = this.#options;
    const { epEui, queId } = downlink;
    session.downlinks.set(queId, downlink);
    this.#notify('taken', downlink);
    const window = this.#open.get(epEui);
    if (window && this.#faults().reportFirst) window.sent ??= this.#send(window.uplink);
    // The answer to `dlDataQue` goes first.
    else queueMicrotask(() => this.#giveUp(epEui));
  }

  refused(downlink: Downlink, code: number): void {
    this.#notify('refused', downlink, { code });
  }

  /** @returns false when it is not there */
  revoke(epEui: Eui, queId: number): boolean {
    const downlink = this.#options.session.downlinks.get(queId);
    if (downlink?.epEui !== epEui) return false;
    this.#remove('revoked', downlink);
    return true;
  }

  /** Forgets what it holds for one endpoint, or for all. */
  drop(epEui?: Eui): void {
    for (const downlink of this.#held(epEui)) this.#remove('dropped', downlink);
  }

  /** The endpoint listens after this uplink, which is about to be reported. */
  open(uplink: Uplink): OpenWindow {
    const window = { uplink, sent: undefined };
    if (uplink.dlOpen) this.#open.set(uplink.epEui, window);
    return window;
  }

  /** The uplink was not answered: nothing can be sent after it any more. */
  close(window: OpenWindow): void {
    const { epEui } = window.uplink;
    if (this.#open.get(epEui) === window) this.#open.delete(epEui);
  }

  /** The uplink was answered: sends what fits its window, and gives up what fits none that is to come. */
  use(window: OpenWindow): Transmission | undefined {
    const { uplink } = window;
    this.close(window);
    if (uplink.dlOpen) window.sent ??= this.#send(uplink);
    const known = this.#options.session.endpoints.get(uplink.epEui);
    if (known && !hasPassed(uplink.packetCnt, known.lastPacketCnt)) known.lastPacketCnt = uplink.packetCnt;
    this.#giveUp(uplink.epEui);
    return window.sent;
  }

  /** Resolves when the service center has answered every report that has left. */
  async reported(): Promise<void> {
    await Promise.all(this.#reports);
  }

  /** Reports that are still to come will not come. */
  stop(): void {
    for (const timer of this.#late) timer.cancel();
    this.#open.clear();
  }

  #held(epEui?: Eui): Downlink[] {
    const all = [...this.#options.session.downlinks.values()];
    return epEui === undefined ? all : all.filter(downlink => downlink.epEui === epEui);
  }

  /** Higher priority first, then older first. */
  #choose(uplink: Uplink): Downlink | undefined {
    const fitting = this.#held(uplink.epEui).filter(downlink => fits(downlink, uplink));
    return fitting.sort((a, b) => (b.prio ?? 0) - (a.prio ?? 0))[0];
  }

  #send(uplink: Uplink): Transmission | undefined {
    const { session, nowNs } = this.#options;
    const downlink = this.#choose(uplink);
    if (!downlink) return undefined;
    if (this.#faults().lose) {
      this.#remove('lost', downlink);
      return undefined;
    }
    const { epEui, queId, format = 0, dlWindReq = false } = downlink;
    const { packetCnt } = uplink;
    const userData = downlink.userData[downlink.packetCnt?.indexOf(packetCnt) ?? 0] ?? new Uint8Array();
    const rxStatus = session.rxQueries.delete(epEui);
    const transmission = { epEui, queId, packetCnt, txTime: nowNs(), userData, format, dlWindReq, rxStatus };
    this.#remove('sent', downlink, { transmission });
    this.#report({ epEui, queId: BigInt(queId), result: 'sent', txTime: transmission.txTime, packetCnt });
    return transmission;
  }

  /** What can never be sent. */
  #giveUp(epEui: Eui): void {
    const known = this.#options.session.endpoints.get(epEui);
    if (!known) return;
    const listens = this.#open.get(epEui)?.uplink.packetCnt;
    for (const downlink of this.#held(epEui)) {
      const { queId, packetCnt } = downlink;
      const passed = packetCnt?.every(counter => counter !== listens && hasPassed(counter, known.lastPacketCnt));
      if (known.bidi && !passed) continue;
      const result = known.bidi ? 'expired' : 'invalid';
      this.#remove(result, downlink);
      this.#report({ epEui, queId: BigInt(queId), result });
    }
  }

  #remove(what: DownlinkEvent['what'], downlink: Downlink, more: Partial<DownlinkEvent> = {}): void {
    this.#options.session.downlinks.delete(downlink.queId);
    this.#notify(what, downlink, more);
  }

  #notify(what: DownlinkEvent['what'], { epEui, queId }: Downlink, more: Partial<DownlinkEvent> = {}): void {
    this.#options.onDownlink({ what, bsEui: this.#options.bsEui, epEui, queId, ...more });
  }

  #report(result: Request<'dlDataRes'>): void {
    const { clock } = this.#options;
    const { reportAfterMs = 0, reportTwice = false } = this.#faults();
    const now = () => {
      for (let times = reportTwice ? 2 : 1; times > 0; times--) {
        const report = this.#options.report(result).finally(() => this.#reports.delete(report));
        this.#reports.add(report);
      }
    };
    if (reportAfterMs === 0) now();
    else {
      const timer = clock.after(reportAfterMs, () => {
        this.#late.delete(timer);
        now();
      });
      this.#late.add(timer);
    }
  }
}

/** Whether this window may carry it. */
function fits({ packetCnt, expOnly }: Downlink, uplink: Uplink): boolean {
  return (!expOnly || uplink.responseExp) && (packetCnt === undefined || packetCnt.includes(uplink.packetCnt));
}

/** Whether a counter is not after another one, as they go round. */
function hasPassed(counter: number, last: number): boolean {
  return (last - counter) >>> 0 < HALF_OF_ALL_COUNTERS;
}
