import type { Socket } from 'node:net';
import { countedAddress, plainAddress } from '../kit/net/address.ts';
import { type RateLimit, rateLimit } from '../kit/rate-limit.ts';
import type { Clock, Timer } from '../kit/time/clock.ts';

/** How many seconds of handshakes one address may bring at once: many stations behind one router come back together. */
const BURST_SECONDS = 10;
/** A handshake that is older hardly becomes one: it makes room for any new one (milliseconds). */
const OLD_MS = 5000;

export interface GateOptions {
  readonly clock: Clock;
  /** Most connections at a time. */
  readonly connections: number;
  /** TLS handshakes per second and address; ten times that at once, and unfinished at a time in all. */
  readonly handshakesPerS: number;
  readonly handshakeMs: number;
}

/** A handshake that is not done. */
interface Handshake {
  readonly raw: Socket;
  readonly timer: Timer;
  /** Monotonic milliseconds of the TCP accept. */
  readonly at: number;
}

/** Refuses connections before they cost a TLS handshake, and cuts those that do not finish it. */
export class ConnectionGate {
  readonly #options: GateOptions;
  readonly #limit: RateLimit;
  readonly #mostHandshakes: number;
  readonly #sockets = new Set<Socket>();
  /** By counted address and there by peer, both in the order in which they came. */
  readonly #handshakes = new Map<string, Map<string, Handshake>>();
  #unfinished = 0;
  #closed = false;

  constructor(options: GateOptions) {
    const { clock, handshakesPerS } = options;
    this.#options = options;
    this.#limit = rateLimit(clock, handshakesPerS, BURST_SECONDS);
    this.#mostHandshakes = handshakesPerS * BURST_SECONDS;
  }

  /** @returns whether the handshake may begin; a connection that may not is cut */
  admit(raw: Socket): boolean {
    const { handshakeMs, clock } = this.#options;
    const { remoteAddress, remotePort } = raw;
    const address = countedAddress(remoteAddress ?? '');
    const peer = peerOf(raw);
    // Without an address and a port the peer is gone again.
    const gone = remoteAddress === undefined || remotePort === undefined;
    if (gone || this.#closed || this.#limit.take(address) > 0 || !this.#roomFor(address)) {
      raw.destroy();
      return false;
    }
    this.#sockets.add(raw);
    raw.once('close', () => {
      this.#sockets.delete(raw);
      this.#ended(address, peer);
    });
    const timer = clock.after(handshakeMs, () => raw.destroy());
    const ofAddress = this.#handshakes.get(address) ?? new Map<string, Handshake>();
    this.#handshakes.set(address, ofAddress);
    ofAddress.set(peer, { raw, timer, at: clock.monotonic() });
    this.#unfinished++;
    return true;
  }

  /** The handshake is done. @returns when the connection was accepted, monotonic milliseconds */
  through(raw: Socket): number {
    const done = this.#ended(countedAddress(raw.remoteAddress ?? ''), peerOf(raw));
    return done?.at ?? this.#options.clock.monotonic();
  }

  /** Admits no peer any more, and cuts those whose handshake is not done. */
  close(): void {
    this.#closed = true;
    for (const ofAddress of this.#handshakes.values()) for (const { raw } of ofAddress.values()) raw.destroy();
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Strangers who leave handshakes unfinished must keep no peer out: where there is no room, the oldest handshake of the address that
   * has most of them makes room for an address that has fewer, and once it is old for any.
   */
  #roomFor(address: string): boolean {
    const { connections, clock } = this.#options;
    if (this.#unfinished < this.#mostHandshakes && this.#sockets.size < connections) return true;
    let most: ReadonlyMap<string, Handshake> = new Map();
    let mostAddress = '';
    for (const [each, ofAddress] of this.#handshakes) {
      if (ofAddress.size <= most.size) continue;
      most = ofAddress;
      mostAddress = each;
    }
    const [oldest] = most;
    if (!oldest) return false;
    const [peer, { raw, at }] = oldest;
    const own = this.#handshakes.get(address)?.size ?? 0;
    if (own + 1 >= most.size && clock.monotonic() - at < OLD_MS) return false;
    this.#sockets.delete(raw);
    this.#ended(mostAddress, peer);
    raw.destroy();
    return true;
  }

  #ended(address: string, peer: string): Handshake | undefined {
    const ofAddress = this.#handshakes.get(address);
    const handshake = ofAddress?.get(peer);
    if (!ofAddress || !handshake) return undefined;
    handshake.timer.cancel();
    ofAddress.delete(peer);
    if (ofAddress.size === 0) this.#handshakes.delete(address);
    this.#unfinished--;
    return handshake;
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${plainAddress(remoteAddress)} ${remotePort}`;
}
