/** How far a `con` came: refused or never completed is failed. */
type ConnectResult = 'pending' | 'completed' | 'failed';

/** What the listener of application centers knows of itself since it was opened (SCACI 13). Times in milliseconds. */
export class ScaciFigures {
  /** Whether it accepts connections. */
  online = false;
  port = 0;
  /** The last ping of ours that was answered: when it was sent, and how long the answer took. */
  lastPingAt: number | undefined;
  lastPingRttMs: number | undefined;
  missedPings = 0;
  /** The newest failure on any connection, in our own words: its readers may be of another organization than the peer. */
  lastError = '';
  #lastConnect: { result: ConnectResult } | undefined;

  /** What became of the latest `con`; empty before the first one. */
  get lastConnect(): ConnectResult | '' {
    return this.#lastConnect?.result ?? '';
  }

  /** A `con` has come. @returns takes how it ended; a newer `con` may have come meanwhile */
  connecting(): (result: ConnectResult) => void {
    const connect: { result: ConnectResult } = { result: 'pending' };
    this.#lastConnect = connect;
    return result => {
      connect.result = result;
    };
  }

  pinged(sentAt: number, rttMs: number): void {
    this.lastPingAt = sentAt;
    this.lastPingRttMs = rttMs;
  }

  missedPing(): void {
    this.missedPings++;
    this.lastError = 'ping: no answer';
  }

  failed(command: string, code: number | string, text: string): void {
    this.lastError = `${command}: ${text} (${code})`;
  }
}
