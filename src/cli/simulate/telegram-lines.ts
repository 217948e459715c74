import { systemClock } from '../../kit/time/clock.ts';
import type { SensorPayloads } from '../../simulate/sensor-payloads.ts';
import type { ReportedTelegram } from '../../simulate/traffic.ts';
import { namedValues } from '../decoded-values.ts';
import { clockTime, contentOf } from './downlink-lines.ts';
import type { Unregistered } from './simulated-registrations.ts';

/** As fast as a person reads; of more, the totals alone are shown. */
const READABLE_PER_S = 5;

interface Shown {
  readonly rate?: number;
  readonly window?: number;
  readonly endpoints?: number;
  readonly json?: boolean;
}

/** What simulated stations have reported, a line per telegram, and what was dropped of it. */
export class TelegramLines {
  /** Answered, and thrown away: their endpoints are not registered. */
  dropped = 0;
  readonly #readable: boolean;
  readonly #payloads: SensorPayloads | undefined;
  readonly #unregistered: Unregistered | undefined;
  readonly #unknown = new Set<string>();

  constructor(
    { rate = 0, window, json = false }: Shown,
    payloads: SensorPayloads | undefined,
    unregistered: Unregistered | undefined,
  ) {
    this.#readable = !json && window === undefined && rate <= READABLE_PER_S;
    this.#payloads = payloads;
    this.#unregistered = unregistered;
  }

  readonly show = (telegram: ReportedTelegram): void => {
    const { epEui, packetCnt, userData, format, acknowledged } = telegram;
    if (acknowledged && this.#unregistered?.endpoints.has(epEui)) {
      this.dropped++;
      this.#unknown.add(epEui);
    }
    if (!this.#readable) return;
    const values = namedValues(this.#payloads?.blueprint, 'uplink', { format, userData });
    const said = contentOf(userData, values);
    const text = `${clockTime(systemClock.now())}  uplink  ${epEui}  #${packetCnt}  ${said}  ${this.#outcome(telegram)}`;
    // The progress line is cleared first.
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.log(text);
  };

  /** What is to be said behind the totals. */
  remarks(): string[] {
    if (this.dropped === 0) return [];
    const [first = ''] = this.#unknown;
    const others = this.#unknown.size > 1 ? ` and ${this.#unknown.size - 1} others are` : ' is';
    return [`${this.dropped} were dropped: ${first}${others} not registered`];
  }

  #outcome({ epEui, acknowledged, refusal }: ReportedTelegram): string {
    if (refusal && !acknowledged) return `refused with code ${refusal.code}: ${refusal.message}`;
    if (!acknowledged) return 'no answer';
    if (!this.#unregistered) return 'answered';
    return this.#unregistered.endpoints.has(epEui) ? 'dropped: not registered' : 'taken';
  }
}
