import type {
  DomainItem,
  FieldType,
  Integration,
  ItemReader,
  ItemsRead,
  Parked,
  Progress,
  Replay,
} from '../../domain/integration/integration-records.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Stream } from '../driver.ts';

/** What an integration says of itself in events (events 3.7). */
export type StateChange = 'connected' | 'disconnected' | 'failing' | 'recovered';

/** How far a cursor has come. */
export interface Advance {
  readonly id: number;
  readonly stream: Stream;
  /** Everything up to there is acknowledged, parked, or not for it. */
  readonly cursor: number;
  /** Items that were accepted since the last time. */
  readonly delivered: number;
  readonly at: number;
}

/** What the engine reads and writes, wherever it is. Times in milliseconds; `id` is a row id. */
export interface Source {
  /** Notified when a stream may have new items. */
  readonly news: Readonly<Record<Stream, Notifier>>;
  /** Every integration, disabled ones too. */
  rows(): readonly Integration[];
  replays(id: number): readonly Replay[];
  /** The last place of a stream that was given. */
  newest(stream: Stream): number;
  /** What is behind a place, in order. Reads a bounded stretch only. */
  after(reader: ItemReader, stream: Stream, place: number, limit: number): ItemsRead;
  /** What stands at a place; undefined: it is gone, or not for this reader. */
  place(reader: ItemReader, stream: Stream, place: number): DomainItem | undefined;
  /** How many items are behind the cursors, counted up to a limit. */
  queued(reader: ItemReader, cursors: Progress['cursors']): Promise<number>;
  /** Never moves a cursor backwards. */
  advance(to: Advance): Promise<void>;
  /** @param to `id` is that of the replay */
  advanceReplay(to: Advance): Promise<void>;
  endReplay(id: number): Promise<void>;
  park(what: { id: number; items: readonly Pick<Parked, 'stream' | 'place' | 'reason'>[]; at: number }): Promise<void>;
  /** These are parked no more. */
  unpark(what: { id: number; items: readonly Pick<Parked, 'stream' | 'place'>[] }): Promise<void>;
  /** The types by which a target of an integration knows fields. */
  fieldTypes(id: number, target: string): ReadonlyMap<string, FieldType>;
  keepFieldTypes(what: { id: number; target: string; types: readonly (readonly [string, FieldType])[] }): Promise<void>;
  failed(what: { id: number; error: string; at: number }): Promise<void>;
  /** Its target wants nothing more, ever: it is switched off. */
  disabled(what: { id: number; reason: string; at: number }): Promise<void>;
  told(what: {
    id: number;
    type: StateChange;
    data: Readonly<Record<string, string | number>>;
    at: number;
  }): Promise<void>;
}
