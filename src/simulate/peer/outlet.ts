import type { Socket } from 'node:net';
import type { Delivery } from './behaviour.ts';

/** The way out of a peer: whole frames as a rule, torn or joined ones when the delivery asks for it. */
export class Outlet {
  readonly #socket: Socket;
  /** Frames held back to be joined. */
  #held: Buffer[] = [];
  /** Pieces that wait for the one before them: written together, the socket would join them again. */
  #pieces: Buffer[] = [];
  #writing = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  send(frame: Buffer, { chunkBytes, joinFrames }: Delivery): void {
    if (joinFrames !== undefined && joinFrames > 1) {
      this.#held.push(frame);
      if (this.#held.length < joinFrames) return;
      this.flush(chunkBytes);
    } else this.#write(frame, chunkBytes);
  }

  /** Sends the frames that were held back to be joined, in one write. */
  flush(chunkBytes?: number): void {
    if (this.#held.length === 0) return;
    const joined = Buffer.concat(this.#held);
    this.#held = [];
    this.#write(joined, chunkBytes);
  }

  #write(bytes: Buffer, chunkBytes: number | undefined): void {
    if (this.#socket.destroyed) return;
    if (chunkBytes === undefined && this.#pieces.length === 0 && !this.#writing) {
      this.#socket.write(bytes);
      return;
    }
    const size = chunkBytes ?? bytes.length;
    for (let at = 0; at < bytes.length; at += size) this.#pieces.push(bytes.subarray(at, at + size));
    if (!this.#writing) this.#nextPiece();
  }

  #nextPiece = (): void => {
    const piece = this.#socket.destroyed ? undefined : this.#pieces.shift();
    this.#writing = piece !== undefined;
    if (piece) this.#socket.write(piece, this.#nextPiece);
    else this.#pieces = [];
  };
}
