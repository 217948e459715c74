import { HOUR_MS } from '../../kit/units.ts';
import { type Figures, noFigures, type ScopeId } from './figures.ts';
import { type Packed, Unpacked } from './packing.ts';

/** What the figures of an hour are of. */
export interface FigureKey {
  readonly startAt: number;
  readonly scope: ScopeId;
  readonly key: number;
  readonly other: number;
}

export interface KeyedFigures {
  readonly key: FigureKey;
  readonly figures: Figures;
}

/** Figures of hours in a third of the room that a row takes: whole numbers of variable length. @param out holds it until it is used again */
export function packFigures(out: Packed, all: readonly KeyedFigures[]): Uint8Array {
  out.clear();
  for (const { key, figures: f } of all) {
    out.whole(key.startAt / HOUR_MS);
    out.whole(key.scope);
    out.whole(key.key);
    out.whole(key.other);
    for (const count of [f.messages, f.duplicates, f.firsts, f.receptions, f.bytes, f.lost, f.resets]) out.whole(count);
    out.number(f.snrSum);
    out.number(f.rssiSum);
    out.number(f.eqSnrSum);
    out.whole(f.eqSnrCount);
    out.number(f.rssiMin);
    out.number(f.rssiMax);
    out.whole(f.firstAt - key.startAt);
    out.whole(f.lastAt - f.firstAt);
    out.words(f.profiles);
    out.words(f.modes);
  }
  return out.bytes();
}

/** @param wanted others are passed over */
export function* unpackFigures(blob: Uint8Array, wanted: (key: FigureKey) => boolean): Generator<KeyedFigures> {
  const from = new Unpacked(blob);
  // One for all that are passed over: of what is pending nearly all are.
  const key: { -readonly [F in keyof FigureKey]: FigureKey[F] } = { startAt: 0, scope: 1, key: 0, other: 0 };
  while (!from.ended()) {
    const startAt = from.whole() * HOUR_MS;
    key.startAt = startAt;
    key.scope = from.whole() as ScopeId;
    key.key = from.whole();
    key.other = from.whole();
    if (!wanted(key)) {
      passFigures(from);
      continue;
    }
    const f = noFigures();
    f.messages = from.whole();
    f.duplicates = from.whole();
    f.firsts = from.whole();
    f.receptions = from.whole();
    f.bytes = from.whole();
    f.lost = from.whole();
    f.resets = from.whole();
    f.snrSum = from.number();
    f.rssiSum = from.number();
    f.eqSnrSum = from.number();
    f.eqSnrCount = from.whole();
    f.rssiMin = from.number();
    f.rssiMax = from.number();
    f.firstAt = startAt + from.whole();
    f.lastAt = f.firstAt + from.whole();
    from.words(f.profiles);
    from.words(f.modes);
    yield { key: { ...key }, figures: f };
  }
}

/** Passes over the figures of one key. */
function passFigures(from: Unpacked): void {
  // messages, duplicates, firsts, receptions, bytes, lost, resets
  from.passWhole(7);
  // snrSum, rssiSum, eqSnrSum
  from.passNumbers(3);
  // eqSnrCount
  from.passWhole(1);
  // rssiMin, rssiMax
  from.passNumbers(2);
  // firstAt, lastAt
  from.passWhole(2);
  from.passWords();
  from.passWords();
}
