import type { Clock } from '../../../kit/time/clock.ts';
import type { Incoming } from '../../commands.ts';
import type { Item, Names } from '../../driver.ts';
import type { Endpoints } from '../../endpoints.ts';
import type { MqttSettings } from '../../kinds/mqtt.ts';
import type { Arrival } from './connection.ts';
import type { Publication } from './outbox.ts';

/** What a layout is made of. */
export interface LayoutContext {
  readonly settings: MqttSettings;
  readonly names: Names;
  readonly clock: Clock;
  readonly endpoints: Endpoints;
}

/** What a layout says by itself. */
export interface Line {
  /** Resolves when the broker has taken it, or not. */
  publish(publication: Publication): Promise<void>;
  unsubscribe(filters: readonly string[]): void;
}

/** What goes on beside the items as long as the connection stands. */
export interface Beside {
  readonly filters: readonly string[];
  /** @returns whether the message was meant for it */
  arrived(arrival: Arrival): boolean;
  /** Ends with the signal. */
  run(line: Line, signal: AbortSignal): Promise<void>;
}

/** Where items go, and where commands come from. Made anew with each connection. */
export interface Layout {
  /** What is published for an item; nothing when the layout has no place for it. */
  publications(item: Item): readonly Publication[];
  /** Published at each connection. */
  readonly greeting?: readonly Publication[];
  /** Where the box says that it is there, by itself and by its last will. */
  readonly statusTopic: string | undefined;
  readonly beside?: Beside;
  readonly commandFilters: readonly string[];
  /** The command in a message; undefined when its topic is none of commands. */
  command(arrival: Arrival): Incoming | undefined;
}
