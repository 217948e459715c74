import { crc32 } from 'node:zlib';

/** Telegrams of an endpoint in the order in which a target got them. */
interface Delivered {
  /** Times of each. */
  readonly times: Map<string, number>;
  /** Highest place in the log, by endpoint. */
  readonly places: Map<string, number>;
}

/** What those outside know: what they were promised, and what they got. */
export class Notes {
  readonly failures: string[] = [];
  /** Of everything that those outside saw, in its order. */
  trace = 0;
  /** Telegrams that a station reports, and those that the program has acknowledged. */
  readonly asked = new Set<string>();
  readonly acked = new Set<string>();
  /** By receiver. */
  readonly got = new Map<string, Delivered>();
  /** Downlinks by their text. */
  readonly downlinks = new Map<string, { accepted: boolean; sent: number; results: string[] }>();
  /** New sessions of a center. */
  readonly sessions = new Map<string, number>();
  /** Deliveries more than one to an integration. */
  repeated = 0;

  wrong(text: string): void {
    this.failures.push(text);
  }

  sent(key: string): void {
    this.asked.add(key);
  }

  acknowledged(key: string): void {
    this.#saw(`ack ${key}`);
    this.acked.add(key);
  }

  /** A center gets each telegram once. */
  delivered(center: string, key: string): void {
    this.#saw(`${center} ${key}`);
    const { times } = this.#of(center);
    const nth = (times.get(key) ?? 0) + 1;
    times.set(key, nth);
    if (nth > 1 && (this.sessions.get(center) ?? 0) <= 1) this.wrong(`center ${center} gets ${key} ${nth} times`);
    if (!this.asked.has(key)) this.wrong(`center ${center} gets ${key}, which nobody has sent`);
  }

  /** An integration gets each telegram at least once, and those of an endpoint first in the order of the log. */
  taken(integration: string, key: string, place: number): void {
    this.#saw(`${integration} ${key} ${place}`);
    const { times, places } = this.#of(integration);
    const nth = (times.get(key) ?? 0) + 1;
    times.set(key, nth);
    if (nth > 1) {
      this.repeated++;
      return;
    }
    const [endpoint = ''] = key.split(':');
    if (place < (places.get(endpoint) ?? 0)) this.wrong(`integration ${integration} gets ${key} at ${place} too late`);
    places.set(endpoint, place);
    if (!this.asked.has(key)) this.wrong(`integration ${integration} gets ${key}, which nobody has sent`);
  }

  queued(tag: string): void {
    this.downlinks.set(tag, { accepted: false, sent: 0, results: [] });
  }

  accepted(tag: string): void {
    this.#downlink(tag).accepted = true;
  }

  transmitted(tag: string): void {
    this.#saw(`sent ${tag}`);
    const downlink = this.#downlink(tag);
    downlink.sent++;
    if (downlink.sent > 1) this.wrong(`downlink ${tag} is sent ${downlink.sent} times`);
  }

  ended(tag: string, result: string): void {
    this.#saw(`${result} ${tag}`);
    const downlink = this.#downlink(tag);
    downlink.results.push(result);
    if (downlink.results.length > 1) this.wrong(`downlink ${tag} ends as ${downlink.results.join(', ')}`);
    if (result === 'sent' && downlink.sent === 0) this.wrong(`downlink ${tag} is said to be sent`);
  }

  connected(center: string, resumed: boolean): void {
    this.#saw(`${center} ${resumed}`);
    if (!resumed) this.sessions.set(center, (this.sessions.get(center) ?? 0) + 1);
  }

  /** What should have happened by now. @param receivers centers and integrations */
  overdue(receivers: readonly string[]): string[] {
    const unanswered = [...this.asked].filter(key => !this.acked.has(key)).map(key => `${key} has no answer`);
    const missing = receivers.flatMap(receiver => {
      const { times } = this.#of(receiver);
      return [...this.acked].filter(key => !times.has(key)).map(key => `${receiver} did not get ${key}`);
    });
    const untold = [...this.downlinks].flatMap(([tag, { accepted, sent, results }]) =>
      accepted && sent > 0 && results.length === 0 ? [`nobody is told that downlink ${tag} was sent`] : [],
    );
    return [...unanswered, ...missing, ...untold];
  }

  #downlink(tag: string) {
    const found = this.downlinks.get(tag);
    if (found) return found;
    this.wrong(`downlink ${tag} was never asked for`);
    return { accepted: false, sent: 0, results: [] };
  }

  #of(receiver: string): Delivered {
    const found = this.got.get(receiver) ?? { times: new Map(), places: new Map() };
    this.got.set(receiver, found);
    return found;
  }

  #saw(what: string): void {
    this.trace = crc32(what, this.trace);
  }
}
