import type { Scan } from '../../database/scan.ts';
import { MS_NS } from '../../kit/units.ts';
import { unpackFlags } from '../message/flags.ts';
import type { History } from '../message/history.ts';
import type { StoredMessage } from '../message/log.ts';
import { type SampleOwner, Samples } from '../message/samples.ts';
import { sampleLate, sampleMessage } from '../message/sampling.ts';
import type { Messages } from '../message/store.ts';
import { Tally } from '../message/tally.ts';

/** Places of the log that are read together, and once: what is full of the unsealed part is kept until that is sealed. */
const STRETCH = 512;

/** A part of the log, counted in both ways. */
interface Stretch {
  readonly samples: Samples;
  readonly tally: Tally;
}

/** What no block holds yet. */
export interface Unsealed {
  readonly samples: readonly Samples[];
  readonly tallies: readonly Tally[];
}

/** Counts messages one by one as they are counted when a block is sealed. */
export function sampleReader({ history, messages }: { readonly history: History; readonly messages: Messages }) {
  let kept: { readonly sealedUpTo: number; readonly stretches: Stretch[] } = { sealedUpTo: 0, stretches: [] };

  /** @param until what came late at this place of the log or behind it is not counted */
  const addAll = (samples: Samples, rows: readonly StoredMessage[], until: number): void => {
    const first = rows.reduce((low, { seq }) => Math.min(low, seq), Number.MAX_SAFE_INTEGER);
    const last = rows.reduce((high, { seq }) => Math.max(high, seq), 0);
    if (last === 0) return;
    // Behind the rows: a copy that is in one of them is known to be late.
    const late = messages.lateStations(first, last);
    const later = messages.lateStations(first, last, until);
    for (const message of rows) {
      const { seq, receptions, skipped } = message;
      const without = (stations: ReadonlySet<number> | undefined) =>
        stations ? receptions.filter(({ station }) => !stations.has(station)) : receptions;
      sampleMessage(samples, ownerOf(message), without(later.get(seq)), skipped, without(late.get(seq)));
    }
  };

  /** A stretch of the unsealed part of the log, (above, upTo]. */
  const stretch = function* (above: number, upTo: number): Scan<Stretch> {
    const rows: StoredMessage[] = [];
    for (const message of messages.linesBetween(above, upTo)) {
      if (message) rows.push(message);
      else yield;
    }
    const samples = new Samples();
    const tally = new Tally();
    addAll(samples, rows, upTo + 1);
    const late = messages.lateBetween(above, upTo);
    const lateOf = messages.lateStations(above + 1, upTo);
    for (const message of rows) countMessage(tally, message, lateOf.get(message.seq));
    for (const { seq, message, station } of late) {
      const reception = message?.receptions.find(copy => copy.station === station);
      if (!message || !reception) continue;
      const { duplicate } = unpackFlags(message.flags);
      tally.addReception(seq, message.endpoint, reception, false, message.userData.length, duplicate);
      if (message.seq <= above) sampleLate(samples, ownerOf(message), message.receptions, station);
    }
    return { samples, tally };
  };

  return {
    /** What no block holds yet, in parts that nobody changes. */
    *unsealed(): Scan<Unsealed> {
      const sealedUpTo = history.sealedUpTo();
      if (kept.sealedUpTo !== sealedUpTo) kept = { sealedUpTo, stretches: [] };
      const { stretches } = kept;
      const { newest } = messages.edges();
      const found: Stretch[] = [];
      for (let above = sealedUpTo, at = 0; above < newest; above += STRETCH, at++) {
        const upTo = Math.min(above + STRETCH, newest);
        const counted = stretches[at] ?? (yield* stretch(above, upTo));
        if (upTo === above + STRETCH) stretches[at] = counted;
        found.push(counted);
      }
      return { samples: found.map(({ samples }) => samples), tallies: found.map(({ tally }) => tally) };
    },

    /** @param until what came late at this place of the log or behind it is not counted */
    sampled(rows: readonly StoredMessage[], until = Number.MAX_SAFE_INTEGER): Samples {
      const samples = new Samples();
      addAll(samples, rows, until);
      return samples;
    },
  };
}

export type SampleReader = ReturnType<typeof sampleReader>;

/** As it was when it became visible: copies that came late are counted where their own places are. */
function countMessage(tally: Tally, message: StoredMessage, late: ReadonlySet<number> | undefined): void {
  const { seq, org, endpoint, packetCnt, rxTime, skipped, userData, flags } = message;
  const receptions = message.receptions.filter(({ station }) => !late?.has(station));
  const { duplicate } = unpackFlags(flags);
  const bytes = userData.length;
  tally.add({ seq, org, endpoint, packetCnt: packetCnt ?? 0, rxTime, bytes, duplicate, skipped, receptions });
}

function ownerOf({ org, endpoint, flags, rxTime, userData }: StoredMessage): SampleOwner {
  const { duplicate } = unpackFlags(flags);
  return { org, endpoint, duplicate, atMs: Number(rxTime / MS_NS), bytes: userData.length };
}
