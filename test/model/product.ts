import type { Frame, Result, Seen, Spec, Telegram, Word } from './facts.ts';

/** What a station says. */
export type Saying = Word | { readonly kind: 'answer'; readonly open: Frame; readonly code: number | undefined };

/** The product with its stations, as the commands of the model drive it. Stations and endpoints go by their index. */
export interface Product extends AsyncDisposable {
  /** Whether the last word of a station is always heard. */
  readonly hearsLastWords: boolean;
  now(): number;
  /** @returns its queue id, undefined when the endpoint has as many as it may */
  queue(spec: Spec, limit: number, handTo: number | undefined): Promise<number | undefined>;
  /** @param queId undefined: all unfinished. @returns those it took, undefined when it is finished */
  revoke(endpoint: number, queId: number | undefined): Promise<readonly number[] | undefined>;
  /**
   * The station connects, with its session or a fresh one. A request of its own that it has no answer to is sent again in
   * a resumed session.
   */
  connect(station: number, fresh: boolean): Promise<{ resumed: boolean; resent: boolean }>;
  cut(station: number): Promise<void>;
  /** Stations report a telegram at the same time. */
  report(stations: readonly number[], telegram: Telegram): Promise<void>;
  /** @returns whether the queue id is known */
  result(station: number, result: Result): Promise<boolean>;
  answer(station: number, open: Frame, code: number | undefined): Promise<void>;
  /** The station says something, and its connection breaks. */
  lastWord(station: number, saying: Saying): Promise<void>;
  attach(endpoint: number): Promise<void>;
  detach(endpoint: number): Promise<void>;
  /** The endpoint attaches over the air, through a station that is connected. */
  attachOverAir(endpoint: number, station: number): Promise<void>;
  /** Time goes by. */
  pass(ms: number): Promise<void>;
  /** The look for downlinks that have lived too long. */
  sweep(): Promise<void>;
  /** The service center ends and starts again. `hard`: without a word to any peer, where that can be played. @returns ms it took */
  restart(hard: boolean): Promise<number>;
  seen(): Promise<Seen>;
  /** Operations of ours that are stored as open. */
  openOperations(): number;
}
