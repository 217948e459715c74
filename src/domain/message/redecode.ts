import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { takePage } from '../../database/merge.ts';
import type { Position, Scan } from '../../database/scan.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { DecoderFailure, Decoders } from '../blueprint/decoders.ts';
import type { EndpointDecodings } from '../blueprint/endpoint-decodings.ts';
import type { DecodeStatus } from './decode-status.ts';
import type { History } from './history.ts';
import { NO_ENDPOINT } from './identity.ts';
import type { Messages } from './message-store.ts';

/** What a step may take of the writer's time: an uplink that waits behind it notices no more than a slow commit. */
const STEP_MS = 3;
/** Messages between two looks at the clock. */
const STRIDE = 16;
/** Messages that are looked up at a time. */
const PLACES = 512;

/** Which messages are decoded again. */
export interface RedecodeRange {
  /** Row id. */
  readonly org: number;
  /** Row ids; undefined: all. */
  readonly endpoints?: readonly number[] | undefined;
  /** Radio time, [from, to). */
  readonly fromNs?: bigint | undefined;
  readonly toNs?: bigint | undefined;
}

/** Places in the log of messages of the range, oldest first by radio time. */
export interface RedecodePlaces {
  readonly seqs: readonly number[];
  /** Where the next of them are. */
  readonly next: Position | undefined;
}

/** What was done with messages. */
export interface RedecodeCounts {
  readonly looked: number;
  readonly changed: number;
  /** What they are now. */
  readonly success: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A message that has been decoded again, by something else or with another outcome. */
export interface DecodedAgain {
  readonly seq: number;
  /** Row id. */
  readonly endpoint: number;
  /** Radio time, milliseconds. */
  readonly atMs: number;
}

export interface RedecodeStep extends RedecodeCounts {
  /** How many of the places are done; the others wait for the next step. */
  readonly done: number;
  readonly tookMs: number;
  readonly decoderFailures: readonly DecoderFailure[];
}

interface Row {
  readonly org: number;
  readonly endpoint: number;
  /** Radio time, milliseconds. */
  readonly at_ms: number;
  readonly user_data: Uint8Array;
  readonly format: number;
  readonly decode_status: DecodeStatus;
  readonly decode_error: string;
  readonly decoding: number | null;
}

/** Decodes stored messages again. No reader is told: to those that follow the log a message happens once. */
export function redecodeStore(
  db: Db,
  {
    messages,
    history,
    decoders,
    decodingOf,
    decodingBy,
    decodingUsed,
    decodedAgain,
    changes,
  }: Pick<EndpointDecodings, 'decodingOf' | 'decodingBy'> & {
    readonly messages: Pick<Messages, 'select'>;
    readonly history: Pick<History, 'sealedUpTo' | 'activityFrom' | 'failedAgain'>;
    readonly decoders: Decoders;
    /** A message refers to this decoding. */
    decodingUsed(decoding: number, seq: number): void;
    /** Messages may say something else than before. */
    decodedAgain(messages: readonly DecodedAgain[]): void;
    /** Another number when something else may decode an endpoint. */
    changes(): number;
  },
) {
  const find = db.prepare(
    `SELECT org, endpoint, rx_time_ns / 1000000 AS at_ms, user_data, format, decode_status, decode_error, decoding
     FROM message WHERE seq = ?`,
  );
  const update = db.prepare('UPDATE message SET decode_status = ?, decode_error = ?, decoding = ? WHERE seq = ?');

  /** What decodes endpoints, as long as nothing changes. */
  let known = { at: -1, by: '', of: new Map<number, number | undefined>() };
  const decodingFor = (endpoint: number, blueprint: string | undefined): number | undefined => {
    if (endpoint === NO_ENDPOINT) return undefined;
    const at = changes();
    const by = blueprint ?? '';
    if (known.at !== at || known.by !== by) known = { at, by, of: new Map() };
    if (!known.of.has(endpoint)) {
      known.of.set(endpoint, blueprint === undefined ? decodingOf(endpoint) : decodingBy(endpoint, blueprint));
    }
    return known.of.get(endpoint);
  };

  return {
    /** The next messages of a range. @param from where those before ended */
    *places({ org, endpoints, fromNs, toNs }: RedecodeRange, from?: Position): Scan<RedecodePlaces> {
      const query = { org, endpoint: endpoints, fromNs, toNs };
      const walk = messages.select(query, { by: 'time', descending: false }, from, PLACES + 1);
      const { rows, next } = yield* takePage(walk, PLACES);
      return { seqs: rows.map(({ seq }) => seq), next };
    },

    /**
     * Decodes messages by what decodes their endpoints now; those of endpoints that nothing decodes stay as they are, and so does what is
     * gone. Takes a few milliseconds, whatever it is given.
     * @param blueprint uuid of one to take in place of the endpoints' own
     * @throws fault `BlueprintNotFound`
     */
    step: intake((seqs: readonly number[], blueprint?: string): RedecodeStep => {
      const begun = systemClock.monotonic();
      const counts = { looked: 0, changed: 0, success: 0, failed: 0, skipped: 0 };
      const sealedUpTo = history.sealedUpTo();
      const countedFrom = history.activityFrom();
      const again: DecodedAgain[] = [];
      let done = 0;
      for (const seq of seqs) {
        if (done > 0 && done % STRIDE === 0 && systemClock.monotonic() - begun >= STEP_MS) break;
        done++;
        const row = find.get(seq) as Row | undefined;
        if (!row) continue;
        counts.looked++;
        const decoding = decodingFor(row.endpoint, blueprint);
        if (decoding === undefined) {
          counts[row.decode_status]++;
          continue;
        }
        const error = decoders.judge(decoding, row.format, row.user_data).code;
        const status = error === '' ? 'success' : 'failed';
        counts[status]++;
        if (row.decoding === decoding && row.decode_status === status && row.decode_error === error) continue;
        update.run(status, error, decoding, seq);
        decodingUsed(decoding, seq);
        counts.changed++;
        again.push({ seq, endpoint: row.endpoint, atMs: row.at_ms });
        const more = (status === 'failed' ? 1 : 0) - (row.decode_status === 'failed' ? 1 : 0);
        // What no block holds yet is counted when it is sealed, and what is counted later, then.
        if (more !== 0 && seq <= sealedUpTo && seq >= countedFrom) history.failedAgain(row.org, row.at_ms, more);
      }
      decodedAgain(again);
      return { ...counts, done, tookMs: systemClock.monotonic() - begun, decoderFailures: decoders.takeFailures() };
    }),
  };
}
export type Redecode = ReturnType<typeof redecodeStore>;
