import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { MachineClock } from '../../../src/kit/time/clock.ts';
import type { TlsListener, TlsListenerOptions } from '../../../src/protocol/tls-listener.ts';
import { ConnectionLost, type Sockets } from '../../../src/simulate/peer/line.ts';
import type { Chance } from '../random.ts';

/** On the way of a piece, milliseconds. */
const DELAYS_MS = [0, 0, 1, 5, 40, 300];
/** A system gives a connection up whose other end answers nothing, milliseconds. */
const GIVEN_UP_MS = 300_000;

/** How a connection breaks: both ends learn of it; nothing passes any more, and they find out; one end closes what it sends. */
export type Break = 'cut' | 'silent' | 'half-closed';

/** One end of a connection in memory. What is written arrives at the other one in pieces, later, in its order. */
class End extends Duplex {
  readonly link: Link;
  other: End | undefined;
  /** Nothing leaves it any more, and nobody is told. */
  mute = false;
  /** When what was sent last arrives. */
  arrivesAt = 0;

  constructor(link: Link) {
    super({ allowHalfOpen: false });
    this.link = link;
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    const copy = Buffer.from(bytes);
    for (const piece of this.link.split(copy)) this.link.deliver(this, end => end.push(piece));
    this.link.later(this, done);
  }

  override _final(done: () => void): void {
    this.link.deliver(this, end => end.push(null));
    done();
  }

  override _destroy(cause: Error | null, done: (cause: Error | null) => void): void {
    this.link.deliver(this, end => end.destroy());
    done(cause);
  }

  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.end(() => this.destroy());
  }

  resetAndDestroy(): void {
    this.destroy();
  }
}

/** One connection between a peer and the program. */
class Link {
  readonly peer = new End(this);
  readonly program = new End(this);
  readonly #clock: MachineClock;
  readonly #chance: Chance;

  constructor(clock: MachineClock, chance: Chance) {
    this.#clock = clock;
    this.#chance = chance;
    this.peer.other = this.program;
    this.program.other = this.peer;
    for (const end of [this.peer, this.program]) end.on('error', () => undefined);
  }

  split(bytes: Buffer): Buffer[] {
    if (bytes.length < 2 || this.#chance.often(0.7)) return [bytes];
    const at = 1 + this.#chance.below(bytes.length - 1);
    return [bytes.subarray(0, at), bytes.subarray(at)];
  }

  deliver(from: End, arrive: (end: End) => void): void {
    if (from.mute) return;
    this.later(from, () => {
      const to = from.other;
      if (to && !to.mute && !to.destroyed) arrive(to);
    });
  }

  /** Behind everything that the same end has sent before. */
  later(from: End, act: () => void): void {
    const now = this.#clock.monotonic();
    from.arrivesAt = Math.max(from.arrivesAt, now + this.#chance.of(DELAYS_MS));
    this.#clock.after(from.arrivesAt - now, act);
  }

  break(how: Break): void {
    if (how === 'cut')
      for (const end of [this.peer, this.program]) this.#clock.after(this.#chance.below(50), () => end.destroy());
    if (how === 'half-closed') this.#chance.of([this.peer, this.program]).end();
    if (how !== 'silent') return;
    for (const end of [this.peer, this.program]) {
      end.mute = true;
      this.#clock.after(GIVEN_UP_MS, () => end.destroy());
    }
  }

  /** The machine of the program is off: the peer learns of it when it is on again, or gives up. */
  powerOff(): void {
    this.program.mute = true;
    this.#clock.after(this.#chance.between(100, 20_000), () => this.peer.destroy());
  }

  get isOver(): boolean {
    return this.peer.destroyed && this.program.destroyed;
  }
}

/** What lies between the peers and the program: connections with delays, which break. */
export class Network {
  readonly #clock: MachineClock;
  readonly #chance: Chance;
  readonly #ports = new Map<string, TlsListenerOptions['serve']>();
  #links = new Set<Link>();
  #dialled = 0;

  constructor(clock: MachineClock, chance: Chance) {
    this.#clock = clock;
    this.#chance = chance;
  }

  /** For the program: opens the port of this name. */
  listen(name: string): (options: TlsListenerOptions) => Promise<TlsListener> {
    return async ({ serve }) => {
      this.#ports.set(name, serve);
      return {
        port: 0,
        reload() {},
        async shownCertificate() {
          throw new Error('there is none');
        },
        stop: async close => {
          this.#ports.delete(name);
          await close();
        },
      };
    };
  }

  /** For a peer: dials the port of this name. @param subject what its certificate says */
  async dial(name: string, subject: string, signal: AbortSignal): Promise<Sockets> {
    await new Promise<void>(resolve => this.#clock.after(1 + this.#chance.of(DELAYS_MS), resolve));
    const serve = this.#ports.get(name);
    if (!serve || signal.aborted) throw new ConnectionLost(new Error('nothing listens'));
    const link = new Link(this.#clock, this.#chance);
    for (const old of this.#links) if (old.isOver) this.#links.delete(old);
    this.#links.add(link);
    serve(shown(link.program, subject), `10.0.0.1:${++this.#dialled}`, this.#clock.monotonic());
    const socket = link.peer as unknown as Socket;
    return { socket, tcp: socket };
  }

  /** Breaks one of the connections, if there is any. */
  breakOne(): void {
    const open = [...this.#links].filter(link => !link.isOver);
    if (open.length > 0) this.#chance.of(open).break(this.#chance.of(['cut', 'cut', 'half-closed', 'silent']));
  }

  /** The machine of the program is off. */
  powerOff(): void {
    this.#ports.clear();
    for (const link of this.#links) link.powerOff();
    this.#links = new Set();
  }
}

/** What a listener asks a TLS socket for. */
function shown(end: End, subject: string): TLSSocket {
  return Object.assign(end, {
    getPeerX509Certificate: () => ({ subject }),
    getProtocol: () => 'TLSv1.3',
    getCipher: () => ({ standardName: 'TLS_AES_128_GCM_SHA256' }),
  }) as unknown as TLSSocket;
}
