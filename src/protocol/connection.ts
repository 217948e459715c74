import type { Socket } from 'node:net';
import type { Clock, Timer } from '../kit/time/clock.ts';
import { BadOperationId, type Envelope, readEnvelope } from './envelope.ts';
import { FrameError, FrameReader } from './frame.ts';
import { type Fields, Undecodable } from './reader.ts';

/** Time for the last words to leave before a connection that is ended is cut (milliseconds). */
const LINGER_MS = 2000;

export interface ConnectionSettings {
  readonly clock: Clock;
  readonly identifier: Buffer;
  /** Longest payload until `limit` is raised. */
  readonly frameBytes: number;
  readonly sendBufferBytes: number;
  /** A peer that takes nothing for so long is cut off (milliseconds). */
  readonly writeStallMs: number;
  /** How a payload is decoded. @throws Undecodable */
  read(payload: Buffer): Fields;
  /** The peer sent an opId that is none: the frame that says so is sent before the end. */
  readonly badOperationId: Buffer;
  /**
   * Answers a payload that is no message; the connection goes on once it is past its connect stage (SCACI 2). Not given: such a
   * payload ends it, without a word.
   */
  unreadable?(): Buffer;
  /** An error of this program while a message was handled. */
  failed(cause: unknown): void;
}

/** Why a connection ended, as it is shown to operators. */
export type CloseReason =
  | 'closed_by_peer'
  | 'timeout'
  | 'tls_error'
  | 'protocol_error'
  | 'storage_error'
  | 'replaced'
  | 'disabled'
  | 'eui_changed'
  | 'deleted'
  | 'server_stopped';

/**
 * One connection: messages in, frames out. Messages are either asked for one by one (`next`, while connecting) or handed
 * to a taker (`pump`). While they are not taken the socket is not read, so that a peer waits instead of our memory.
 */
export class Connection {
  /** Resolves with the reason when the socket is gone. */
  readonly closed: Promise<CloseReason>;
  readonly #socket: Socket;
  readonly #settings: ConnectionSettings;
  readonly #frames: FrameReader;
  #take: ((message: Envelope) => void) | undefined;
  #pumping = false;
  /** Ends the waiting for a message: none will come. */
  #gone: (() => void) | undefined;
  #held = false;
  #draining = false;
  /** Frames of this turn: one write, and so one TLS record, for all of them. */
  #leaving: Buffer[] = [];
  #leavingBytes = 0;
  #reason: CloseReason | undefined;
  #fault: string | undefined;
  #unwritten = 0;
  #stall: Timer | undefined;
  #moved = false;
  /** What waits in `drained`. */
  #waiting: (() => void)[] = [];

  constructor(socket: Socket, settings: ConnectionSettings) {
    this.#socket = socket;
    this.#settings = settings;
    this.#frames = new FrameReader(settings.identifier, settings.frameBytes, settings.unreadable !== undefined);
    this.closed = new Promise(resolve => {
      socket.once('close', () => {
        this.#stall?.cancel();
        this.#reason ??= 'closed_by_peer';
        this.#take = undefined;
        this.#gone?.();
        this.#goOn();
        resolve(this.#reason);
      });
    });
    socket.on('data', (chunk: Buffer) => {
      this.#frames.push(chunk);
      this.#drain();
    });
    socket.on('error', () => {
      // `close` follows with the rest; a peer that resets is no failure of this program.
      this.#reason ??= 'closed_by_peer';
    });
    socket.pause();
  }

  /** True once nothing is read or sent any more. */
  get over(): boolean {
    return this.#reason !== undefined;
  }

  /** What was wrong with the bytes of the peer, when the connection ended for that. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Resolves when little is left to be sent, or the connection is over: what sends much waits here. */
  async drained(): Promise<void> {
    while (!this.over && this.#leavingBytes + this.#socket.writableLength > this.#settings.sendBufferBytes / 4) {
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  /** Longest payload from the next frame on. */
  set limit(bytes: number) {
    this.#frames.limit = bytes;
  }

  /** The next message, or undefined when none came in time or the connection ended. */
  next(timeoutMs: number): Promise<Envelope | undefined> {
    return new Promise(resolve => {
      const done = (message: Envelope | undefined) => {
        timer.cancel();
        this.#take = undefined;
        this.#gone = undefined;
        resolve(message);
      };
      const timer = this.#settings.clock.after(timeoutMs, () => done(undefined));
      if (this.#socket.closed) {
        done(undefined);
        return;
      }
      this.#gone = () => done(undefined);
      this.#take = done;
      this.#drain();
    });
  }

  /** From now on every message goes to `take`, at once and in order. */
  pump(take: (message: Envelope) => void): void {
    this.#pumping = true;
    this.#take = take;
    this.#drain();
  }

  /** Stops reading until `release`. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#drain();
  }

  /** Sends a frame; all frames of one turn leave together. Does nothing once the connection is over. */
  send(frame: Buffer): void {
    if (this.#reason !== undefined) return;
    if (this.#leaving.length === 0) process.nextTick(this.#flush);
    this.#leaving.push(frame);
    this.#leavingBytes += frame.length;
    if (this.#leavingBytes + this.#socket.writableLength > this.#settings.sendBufferBytes) this.close('timeout');
  }

  /** Cuts the connection. The first reason counts. */
  close(reason: CloseReason): void {
    this.#reason ??= reason;
    this.#take = undefined;
    this.#socket.destroy();
  }

  /** Sends what is waiting, then ends the connection. Nothing is read any more. */
  end(reason: CloseReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#take = undefined;
    this.#flush();
    // What still comes is thrown away: unread bytes would turn the end into a reset, and the peer would miss our last words.
    this.#socket.removeAllListeners('data');
    this.#socket.resume();
    this.#socket.end();
    const cut = this.#settings.clock.after(LINGER_MS, () => this.#socket.destroy());
    this.#socket.once('close', () => cut.cancel());
  }

  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      while (this.#take && !this.#held) {
        const payload = this.#frames.next();
        if (!payload) break;
        const message = this.#message(payload);
        if (message) this.#take(message);
      }
    } catch (cause) {
      this.#broken(cause);
    }
    this.#draining = false;
    if (this.#reason !== undefined) return;
    const wanted = this.#take !== undefined && !this.#held;
    if (wanted === this.#socket.isPaused()) {
      if (wanted) this.#socket.resume();
      else this.#socket.pause();
    }
  }

  /** Undefined for a payload that was no message, and was answered. */
  #message(payload: Buffer): Envelope | undefined {
    const { unreadable } = this.#settings;
    if (!unreadable) return readEnvelope(this.#settings.read(payload));
    try {
      return readEnvelope(this.#settings.read(payload));
    } catch (cause) {
      if (!(cause instanceof Undecodable || cause instanceof BadOperationId)) throw cause;
      this.send(unreadable());
      if (!this.#pumping) this.end('protocol_error');
      return undefined;
    }
  }

  #broken(cause: unknown): void {
    if (cause instanceof BadOperationId) {
      this.#fault = 'opId is not valid';
      this.send(this.#settings.badOperationId);
      this.end('protocol_error');
      return;
    }
    if (cause instanceof FrameError || cause instanceof Undecodable) this.#fault = cause.message;
    else this.#settings.failed(cause);
    this.close('protocol_error');
  }

  readonly #flush = () => {
    const frames = this.#leaving;
    const first = frames[0];
    if (!first || this.#socket.destroyed) return;
    const bytes = frames.length === 1 ? first : Buffer.concat(frames, this.#leavingBytes);
    this.#leaving = [];
    this.#leavingBytes = 0;
    this.#unwritten++;
    this.#socket.write(bytes, this.#written);
    if (!this.#stall) this.#watch();
  };

  readonly #written = () => {
    this.#unwritten--;
    this.#moved = true;
    this.#goOn();
  };

  #goOn(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** One timer watches all writes: it ends when nothing waits, and cuts when nothing has moved since its start. */
  #watch(): void {
    this.#moved = false;
    this.#stall = this.#settings.clock.after(this.#settings.writeStallMs, () => {
      this.#stall = undefined;
      if (this.#unwritten === 0) return;
      if (this.#moved) this.#watch();
      else this.close('timeout');
    });
  }
}
