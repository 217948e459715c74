import { constants, existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { background, impossible } from '../../kit/background.ts';
import { syncPath } from '../../kit/folder.ts';

/** How far a station had come in its session when something of it was acknowledged. */
export interface CarriedProgress {
  readonly kind: 'progress';
  readonly bsEui: string;
  /** UUID that the service center gave to the session, hex. */
  readonly session: string;
  /** Highest operation id of the station, and that up to which all are closed. */
  readonly last: number;
  readonly done: number;
  /** Milliseconds. */
  readonly at: number;
}

/** A telegram as one station reported it (BSSCI `ulData`). Times of the radio are nanoseconds, as text. */
export interface CarriedUplink extends Omit<CarriedProgress, 'kind'> {
  readonly kind: 'uplink';
  readonly epEui: string;
  readonly packetCnt: number;
  /** Base64. */
  readonly data: string;
  readonly format: number;
  readonly flags: number;
  readonly opId: number;
  readonly rxTime: string;
  readonly rxDuration?: string | undefined;
  readonly snr: number;
  readonly rssi: number;
  readonly eqSnr?: number | undefined;
  readonly profile?: string | undefined;
  readonly mode?: string | undefined;
  readonly subpackets?:
    | { snr: number[]; rssi: number[]; frequency: number[]; phase?: number[] | undefined }
    | undefined;
}

/** What a program acknowledges in a trial after which the one before may have to go on: both read it, so its form stays as it is. */
export type Carried = CarriedUplink | CarriedProgress;

/** As much as a busy box takes in a trial, many times over. */
const MOST_BYTES = 64 * 1024 * 1024;

const lineOf = (text: string): string => `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;

interface Waiting {
  readonly line: string;
  resolve(): void;
  reject(cause: unknown): void;
}

/** A file of lines to which is appended: each is on the disk when its `append` resolves. */
export class CarryFile {
  readonly #file: FileHandle;
  #bytes: number;
  #waiting: Waiting[] = [];
  #busy = false;
  /** What could not be written: what stands behind it could not be read. */
  #failure: unknown;

  private constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /** What is there stays. */
  static async open(path: string): Promise<CarryFile> {
    const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
    const file = await open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
    // A line that a cut has torn ends here.
    await file.appendFile('\n');
    await file.datasync();
    syncPath(dirname(path));
    return new CarryFile(file, (await file.stat()).size);
  }

  /** @throws what the disk says, or that there is too much: then it must not be acknowledged */
  append(record: Carried): Promise<void> {
    const line = lineOf(JSON.stringify(record));
    this.#bytes += line.length;
    if (this.#bytes > MOST_BYTES) return Promise.reject(new Error('more was received in the trial than is kept'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ line, resolve, reject });
    if (!this.#busy) background(this.#write(), impossible);
    return promise;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** All that waits shares a sync of the disk. */
  async #write(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const all = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#failure !== undefined) throw this.#failure;
        await this.#file.appendFile(all.map(({ line }) => line).join(''));
        await this.#file.datasync();
        for (const { resolve } of all) resolve();
      } catch (cause) {
        this.#failure = cause;
        for (const { reject } of all) reject(cause);
      }
    }
    this.#busy = false;
  }
}

/** What was acknowledged, in that order; a line that is not whole never was. */
export function* readCarried(path: string): Generator<Carried> {
  if (!existsSync(path)) return;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const text = line.slice(9);
    if (line !== '' && `${line}\n` === lineOf(text)) yield JSON.parse(text) as Carried;
  }
}
