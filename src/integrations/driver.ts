import type { Value } from '../domain/blueprint/codec/blueprint.ts';
import type { FieldType, ItemEvent } from '../domain/integration/integration-records.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { CommandOutcome, Incoming } from './commands.ts';
import type { Dial, Report, Secure } from './dial.ts';
import type { Endpoints } from './endpoints.ts';
import type { Failure } from './failure.ts';
import type { Payload } from './payload.ts';

/** Where an item has its place: the log (messages and what happened between them), or the events. */
export type Stream = 'log' | 'events';

/** One thing that a target gets (integrations section 1). */
export interface Item {
  readonly stream: Stream;
  readonly place: number;
  /** `up`, `attach`, … */
  readonly event: string;
  /** The same on every repetition. */
  readonly deliveryId: string;
  readonly epEui: Eui | undefined;
  /** The station it is about; of an uplink the one that received it best. */
  readonly bsEui: Eui | undefined;
  /** Unix time in milliseconds at which it was stored. */
  readonly storedAt: number;
  /** Asked for again by hand: how far the target has come says nothing of it. */
  readonly replay: boolean;
  /** How often it was sent since the start of this process, this time included: from 1. */
  readonly attempt: number;
  readonly payload: Payload;
  /** What an uplink was decoded to, whole numbers beyond 2^53 as bigint; undefined: it is none, or not decoded. */
  readonly values?: ReadonlyMap<string, Value> | undefined;
  /** The payload as JSON; made anew each time. */
  text(): string;
}

/**
 * What became of items that were sent together. `accepted`: a test by hand shows the detail, where there is one. `refused`: for the sake of one of them: they are sent again in halves until it stands
 * alone, and is parked. `failed`: the target's fault: they are sent again later.
 */
export type Outcome =
  | { readonly kind: 'accepted'; readonly detail?: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A message of a broker. */
export interface BrokerMessage {
  readonly topic: string;
  readonly body: Uint8Array;
  readonly retained: boolean;
  /** To be acknowledged with; undefined: there is nothing to acknowledge. */
  readonly messageId: number | undefined;
}

/** What goes on over a connection to a broker, or in place of one. */
export interface BrokerLine {
  /** @throws TargetError */
  open(): Promise<{ readonly sessionPresent: boolean }>;
  /** @throws TargetError */
  subscribe(filters: readonly string[]): Promise<void>;
  unsubscribe(filters: readonly string[]): void;
  /** @param settle is called once, not after the end */
  publish(
    publication: { readonly topic: string; readonly payload: string; readonly retain: boolean },
    settle: (outcome: Outcome) => void,
  ): void;
  acknowledge(messageId: number): void;
  end(reason: string): void;
  /** @param farewell is published before. Never rejects. */
  close(farewell?: { readonly topic: string; readonly payload: string; readonly retain: boolean }): Promise<void>;
}

/** The broker in this process, for one integration. */
export type EmbeddedConnect = (handlers: {
  arrived(message: BrokerMessage): void;
  ended(failure: Failure): void;
}) => BrokerLine;

/** What an integration and its box are called, for topics, subjects and client ids. */
export interface Names {
  readonly installation: string;
  readonly scEui: Eui;
  readonly integrationId: string;
  readonly integrationName: string;
  readonly organizationId: string;
  readonly organizationName: string;
}

/** The types that a target knows fields by, where it takes no others than those of the first value. */
export interface FieldTypes {
  /** @param target where it is written to: elsewhere fields have no types yet */
  stored(target: string): ReadonlyMap<string, FieldType>;
  /** Resolves when they are stored. Those of other targets are forgotten. */
  keep(target: string, types: ReadonlyMap<string, FieldType>): Promise<void>;
}

/** What a driver works with: nothing of it is a database. */
export interface TargetContext<Settings> {
  readonly settings: Settings;
  readonly names: Names;
  readonly clock: Clock;
  readonly log: Log;
  /** Connects to an address that was checked. */
  readonly dial: Dial;
  /** Secures a connection that was opened in clear text. */
  readonly secure: Secure;
  /** The broker in this process; undefined: there is none. */
  readonly embedded: EmbeddedConnect | undefined;
  /** Carries out a command that came in; resolves when it is stored and its answer is on its way. */
  command(incoming: Incoming): Promise<CommandOutcome>;
  /** The connection has ended by itself. What was sent and is not settled counts as failed. */
  lost(failure: Failure): void;
  readonly endpoints: Endpoints;
  readonly fieldTypes: FieldTypes;
  /** The kinds of items that it gets. */
  readonly events: readonly ItemEvent[];
  /** It is for one test by hand, beside the connection that delivers: that one keeps its session, its commands and what is said of it. */
  readonly isTest?: boolean;
}

/** From which place of a stream on a target wants to hear, where it knows better than the stored cursor. */
export interface ResumePlaces {
  readonly resumeAt?: Partial<Record<Stream, number>>;
}

/** One connection to one target. Made anew for each attempt. */
export interface Driver {
  /**
   * Connects and signs in.
   * @param report is told of each step, for tests by hand
   * @throws TargetError
   */
  open(signal: AbortSignal, report?: Report): Promise<ResumePlaces>;
  /** Sends items together, in this order. @param settle is called once, never before `send` has returned; not after `close` or `lost` */
  send(items: readonly Item[], settle: (outcome: Outcome) => void): void;
  /** Ends the connection. Never rejects. */
  close(): Promise<void>;
}

/** What the engine must know of a kind of target. */
export interface Kind<Settings> {
  readonly name: string;
  /** Sends under way at a time. */
  readonly window: number;
  /** Items that may be sent beyond the stored cursor: what a kill repeats at most. */
  readonly ahead: number;
  /** How items are put together into one send. */
  batch(settings: Settings): { readonly items: number; readonly waitMs: number };
  /** Loaded with the first integration of its kind. */
  load(): Promise<(context: TargetContext<Settings>) => Driver>;
}
