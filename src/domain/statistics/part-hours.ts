import type { Scan } from '../../database/scan.ts';
import { HOUR_S, MS_NS } from '../../kit/units.ts';
import type { CountedRow, CountedRows } from '../message/counted-rows.ts';
import { bucketStart, type Figures, noFigures, Scope, type ScopeId } from '../message/figures.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import { PostingKind } from '../message/postings.ts';
import type { Bucket } from '../message/rollups.ts';
import type { Messages } from '../message/store.ts';
import { addCopy, addMessage, type Tally } from '../message/tally.ts';
import { lateOf, without } from './sample-reader.ts';

/** What figures are of. */
export interface Source {
  readonly scope: ScopeId;
  /** Row id of what is counted. */
  readonly key: number;
  /** Organization that owns it. */
  readonly org: number;
}

/** Whose figures count messages; those of the others count receptions. */
export const byMessage = (scope: ScopeId) => scope === Scope.organization || scope === Scope.endpoint;

/** Counts a part of an hour from the messages themselves, as they are counted when a block is sealed. */
export function partHourReader({ messages, counted }: { readonly messages: Messages; readonly counted: CountedRows }) {
  /** Messages that can have a share in the part; one may come twice. */
  const rowsOf = function* (
    { scope, key, org }: Source,
    fromMs: number,
    toMs: number,
    stations: readonly number[],
    tallies: readonly Tally[],
  ): Generator<CountedRow[]> {
    if (scope === Scope.organization) {
      return yield* counted.between(org, fromMs, toMs);
    }
    const ofEndpoint = scope === Scope.endpoint || scope === Scope.endpointByStation;
    const [kind, keys] = ofEndpoint ? [PostingKind.endpoint, [key]] : [PostingKind.station, stations];
    const places = new Set(counted.sealedPlaces(kind, keys, fromMs, toMs));
    for (const tally of tallies) {
      if (tally.maxRx < BigInt(fromMs) * MS_NS || tally.minRx >= BigInt(toMs) * MS_NS) continue;
      for (const each of keys) for (const seq of tally.postings.get(kind)?.get(each)?.seqs ?? []) places.add(seq);
    }
    if (ofEndpoint && scope === Scope.endpointByStation) {
      // Late copies have places of their own, which are those of a station.
      for (const seq of counted.latePlaces(key, fromMs, toMs)) places.add(seq);
    }
    yield* counted.at([...places].sort((a, b) => a - b));
  };

  return function* (
    source: Source,
    fromMs: number,
    toMs: number,
    stations: readonly number[],
    tallies: readonly Tally[],
  ): Scan<Bucket[]> {
    const { scope, key } = source;
    const buckets = new Map<string, Bucket>();
    const startAt = bucketStart(fromMs, HOUR_S);
    const figuresOf = (own: number, other: number): Figures => {
      const name = `${own} ${other}`;
      let bucket = buckets.get(name);
      if (!bucket) {
        bucket = { startAt, key: own, other, figures: noFigures() };
        buckets.set(name, bucket);
      }
      return bucket.figures;
    };
    const inside = (atMs: number) => atMs >= fromMs && atMs < toMs;
    const countCopies = (row: CountedRow): void => {
      for (const copy of row.receptions) {
        const atMs = Number(copy.rxTime / MS_NS);
        const [own, other] = pairOf(scope, row.endpoint, copy.station);
        if (!inside(atMs) || own !== key) continue;
        if (scope === Scope.endpointByStation && own === NO_ENDPOINT) continue;
        const { bytes, duplicate } = row;
        addCopy(figuresOf(own, other), copy, { first: copy === row.receptions[0], bytes, duplicate }, atMs);
      }
    };
    const seen = new Set<number>();
    for (const rows of rowsOf(source, fromMs, toMs, stations, tallies)) {
      yield;
      const late = byMessage(scope) ? lateOf(messages, rows) : undefined;
      for (const row of rows) {
        if (seen.has(row.seq)) continue;
        seen.add(row.seq);
        if (!late) {
          countCopies(row);
          continue;
        }
        const own = scope === Scope.organization ? row.org : row.endpoint;
        if (!inside(row.atMs) || own !== key) continue;
        if (scope === Scope.endpoint && own === NO_ENDPOINT) continue;
        // As it was when it became visible, so that the count is the same before and after sealing.
        addMessage(figuresOf(own, 0), { ...row, receptions: without(row.receptions, late.get(row.seq)) }, row.atMs);
      }
    }
    return [...buckets.values()];
  };
}
export type PartHours = ReturnType<typeof partHourReader>;

/** Key of a reception's figures in a scope, and what they are beside it. */
function pairOf(scope: ScopeId, endpoint: number, station: number): readonly [own: number, other: number] {
  if (scope === Scope.station) return [station, 0];
  return scope === Scope.endpointByStation ? [endpoint, station] : [station, endpoint];
}
