import type { Scan } from '../../database/scan.ts';
import type { CountedRow, CountedRows } from '../message/figures/counted-rows.ts';
import type { Samples } from '../message/figures/samples.ts';
import { sampleMessage } from '../message/figures/sampling.ts';
import { Tally } from '../message/figures/tally.ts';
import type { History } from '../message/history.ts';
import type { Messages } from '../message/message-store.ts';
import type { Places } from '../message/places.ts';

/** Messages and late copies that are read together, and once: what is full of the unsealed part is kept until that is sealed. */
const STRETCH = 512;

/** A part of the log. */
interface Stretch {
  readonly upTo: number;
  /** Nothing of it can still come. */
  readonly isFull: boolean;
  readonly samples: Samples;
  readonly received: Samples;
  /** How far the log went when it was read: later copies of its messages are not in it. */
  readonly seen: number;
}

/** Counts messages one by one as they are counted when a block is sealed. */
export function sampleReader({
  history,
  messages,
  counted,
  places,
}: {
  readonly history: History;
  readonly messages: Messages;
  readonly counted: CountedRows;
  /** Of messages and late copies. */
  readonly places: Places;
}) {
  let kept: { readonly sealedUpTo: number; readonly stretches: Stretch[] } = { sealedUpTo: 0, stretches: [] };

  /** @param until what came late at this place of the log or behind it has been counted there, but for the message's own values */
  const addAll = (samples: Samples, rows: readonly CountedRow[], until = Number.MAX_SAFE_INTEGER): void => {
    const later = until === Number.MAX_SAFE_INTEGER ? NONE : lateOf(messages, rows, until);
    for (const row of rows) {
      sampleMessage(samples, row, without(row.receptions, later.get(row.seq)), row.skipped, row.receptions);
    }
  };

  /** A stretch of the unsealed part of the log behind a place. */
  const stretch = function* (above: number, newest: number): Scan<Stretch> {
    const end = places.end(above, STRETCH, newest);
    const upTo = end ?? newest;
    const rows: CountedRow[] = [];
    for (const some of counted.placed(above, upTo)) {
      for (const row of some) rows.push(row);
      yield;
    }
    const tally = new Tally();
    const late = messages.lateBetween(above, upTo);
    const lateHere = messages.lateStations(above + 1, upTo);
    for (const row of rows) {
      // As it was when it became visible: copies that came late are counted where their own places are.
      const receptions = without(row.receptions, lateHere.get(row.seq));
      tally.add({ ...row, packetCnt: 0, receptions, all: row.receptions });
    }
    const ofLate = new Map<number, CountedRow>();
    for (const some of counted.at(late.map(({ message }) => message))) for (const row of some) ofLate.set(row.seq, row);
    for (const { seq, message, station } of late) {
      const row = ofLate.get(message);
      if (row) tally.addLate(seq, message, row, row.receptions, station);
    }
    return { upTo, isFull: end !== undefined, samples: tally.samples, received: tally.received, seen: newest };
  };

  const stretchesNow = function* (): Scan<Stretch[]> {
    const sealedUpTo = history.sealedUpTo();
    if (kept.sealedUpTo !== sealedUpTo) kept = { sealedUpTo, stretches: [] };
    const { stretches } = kept;
    const { newest } = messages.edges();
    const late = messages.lateBetween(sealedUpTo);
    const isSame = ({ upTo, seen }: Stretch, above: number) =>
      !late.some(({ seq, message }) => seq > seen && message > above && message <= upTo);
    const knownAt = (at: number, above: number): Stretch | undefined => {
      const known = stretches[at];
      return known && (known.isFull || known.upTo === newest) && isSame(known, above) ? known : undefined;
    };
    const found: Stretch[] = [];
    for (let above = sealedUpTo, at = 0; above < newest; at++) {
      let present = knownAt(at, above);
      if (!present) {
        const read = yield* stretch(above, newest);
        // Another reader may have been faster: what it keeps is not kept twice.
        present = knownAt(at, above) ?? read;
      }
      stretches[at] = present;
      found.push(present);
      above = present.upTo;
    }
    return found;
  };

  return {
    /** What no block holds yet, in parts that nobody changes. */
    *unsealed(): Scan<Samples[]> {
      return (yield* stretchesNow()).map(({ samples }) => samples);
    },

    /** Likewise what a station received of it. */
    *unsealedOf(station: number): Scan<Samples[]> {
      return (yield* stretchesNow()).map(({ received }) => received.only(station)).filter(own => !own.empty);
    },

    addSamples: addAll,
  };
}

export type SampleReader = ReturnType<typeof sampleReader>;

const NONE: ReadonlyMap<number, ReadonlySet<number>> = new Map();

/** Which stations' copies of these messages came late. @param since only those whose own place is there or later */
export function lateOf(
  messages: Pick<Messages, 'lateStations'>,
  rows: readonly CountedRow[],
  since = 0,
): ReadonlyMap<number, ReadonlySet<number>> {
  const first = rows.reduce((low, { seq }) => Math.min(low, seq), Number.MAX_SAFE_INTEGER);
  const last = rows.reduce((high, { seq }) => Math.max(high, seq), 0);
  return last === 0 ? NONE : messages.lateStations(first, last, since);
}

export function without(
  receptions: CountedRow['receptions'],
  stations: ReadonlySet<number> | undefined,
): CountedRow['receptions'] {
  return stations ? receptions.filter(({ station }) => !stations.has(station)) : receptions;
}
