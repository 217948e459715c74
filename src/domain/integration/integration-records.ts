import type { Eui } from '../../kit/eui.ts';
import type { WantedVersions } from '../../kit/expected-version.ts';
import type { StoredEvent } from '../event/event-columns.ts';
import type { DecodedMessage } from '../message/decoded.ts';
import type { StoredMessage } from '../message/log.ts';

export const integrationKinds = ['mqtt', 'http', 'influx', 'nats'] as const;
export type IntegrationKind = (typeof integrationKinds)[number];

/** Everything an integration may ask for (platform API 10.1); without a choice it gets the first six. */
export const itemEvents = [
  'up',
  'attach',
  'detach',
  'downlink_queued',
  'downlink_rejected',
  'downlink_result',
  'basestation_online',
  'basestation_offline',
  'basestation_status',
  'event',
  'alert',
] as const;
export type ItemEvent = (typeof itemEvents)[number];
/** What has a place in the log and is no message. `rule`: a rule of the organization sends it to one integration; no filter asks for it. */
export type NoticeEvent = Exclude<ItemEvent, 'up' | 'event'> | 'rule';
export const usualEvents: readonly ItemEvent[] = itemEvents.slice(0, 6);

/** Places of the log (messages and notices), or those of the events. */
export type ItemStream = 'log' | 'events';

/** Which items an integration gets. */
export interface ItemFilter {
  /** Empty: `usualEvents`. */
  readonly eventTypes: readonly ItemEvent[];
  /** Of endpoints; what is about no endpoint passes. Empty: all, but see `deviceModels`. */
  readonly epEuis: readonly Eui[];
  /** Uuids; an endpoint passes that is named by its EUI or by its model. */
  readonly deviceModels: readonly string[];
  /** All of them must match. */
  readonly epTags: Readonly<Record<string, string>>;
}

/** What may be given and changed by hand. */
export interface IntegrationSettings extends ItemFilter {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly includeSubpackets: boolean;
  /** 0: as fast as possible. */
  readonly maxPerSecond: number;
  /** Of the kind, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface NewIntegration extends IntegrationSettings {
  readonly uuid: string;
  /** Row id of the organization. */
  readonly org: number;
  readonly kind: IntegrationKind;
  /** Sealed under `secretsAbout(uuid)`; undefined: none. */
  readonly secrets: Uint8Array | undefined;
  /** It gets what was stored from then on (milliseconds); undefined: from now on. */
  readonly startAt?: number | undefined;
}

export interface IntegrationChange {
  readonly org: number;
  readonly uuid: string;
  /** What it was changed from: refused when another change came in between. */
  readonly expectedRevision: number;
  /** The versions that the caller means. */
  readonly wanted?: WantedVersions;
  /** The paths that change, for the event; nothing but names. */
  readonly fields: readonly string[];
  readonly values: Partial<IntegrationSettings>;
  /** In place of all that it had, sealed; null: none; undefined: those it has. */
  readonly secrets?: Uint8Array | null | undefined;
  /** One that is enabled by this gets what was stored from then on (milliseconds); undefined: from now on. */
  readonly startAt?: number | undefined;
}

/** What a sealed secret of an integration is bound to. */
export function secretsAbout(uuid: string): string {
  return `integration:${uuid}:secrets`;
}

/** How far it has come. */
export interface Progress {
  /** Everything up to there is acknowledged, parked, or not for it. */
  readonly cursors: Readonly<Record<ItemStream, number>>;
  readonly delivered: number;
  readonly dropped: number;
  readonly parked: number;
  /** Milliseconds. */
  readonly lastSuccessAt: number | undefined;
  readonly lastError: string;
  readonly lastErrorAt: number | undefined;
}

/** The last error and when it was (milliseconds), while nothing was delivered since. */
export function errorOf({
  lastError,
  lastErrorAt,
  lastSuccessAt = 0,
}: Pick<Progress, 'lastError' | 'lastErrorAt' | 'lastSuccessAt'>): Pick<Progress, 'lastError' | 'lastErrorAt'> {
  const isOver = lastErrorAt === undefined || lastSuccessAt > lastErrorAt;
  return isOver ? { lastError: '', lastErrorAt: undefined } : { lastError, lastErrorAt };
}

/** An integration as it is stored. Times in milliseconds. */
export interface Integration extends IntegrationSettings, Progress {
  /** Row id. */
  readonly id: number;
  readonly uuid: string;
  /** Row id of the organization, its uuid and its name. */
  readonly org: number;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly kind: IntegrationKind;
  /** Sealed under `secretsAbout(uuid)`; JSON once it is opened. */
  readonly secrets: Uint8Array | undefined;
  /** Another one after every change by hand, but for its description. */
  readonly revision: number;
  /** Why its target ended it (410); empty: it did not. */
  readonly ended: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Who reads: row ids and what it gets. */
export interface ItemReader {
  readonly id: number;
  readonly org: number;
  readonly filter: ItemFilter;
}

/** The endpoint of an item as it is now. */
export interface Device {
  readonly epEui: Eui;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Empty: not known. */
  readonly typeEui: string;
  /** Code of the model, and of its manufacturer; empty: not known. */
  readonly deviceModel: string;
  readonly manufacturer: string;
}

interface Placed {
  readonly stream: ItemStream;
  readonly place: number;
  /** Milliseconds. */
  readonly storedAt: number;
}

export interface UpItem extends Placed {
  readonly event: 'up';
  readonly epEui: Eui;
  readonly message: StoredMessage;
  readonly decoded: DecodedMessage;
  /** Of those that have received it, by row id. */
  readonly stations: ReadonlyMap<number, { readonly bsEui: Eui; readonly name: string }>;
  /** Undefined: the endpoint is gone. */
  readonly device: Device | undefined;
}

export interface NoticeItem extends Placed {
  readonly event: NoticeEvent;
  /** When it happened, milliseconds. */
  readonly at: number;
  readonly epEui: Eui | undefined;
  readonly bsEui: Eui | undefined;
  readonly device: Device | undefined;
  /** The keys of integrations section 1.2 as they go out. */
  readonly content: Readonly<Record<string, unknown>>;
}

export interface EventItem extends Placed {
  readonly event: 'event';
  readonly epEui: Eui | undefined;
  readonly bsEui: Eui | undefined;
  readonly row: StoredEvent;
}

export type DomainItem = UpItem | NoticeItem | EventItem;

/** A part of a stream as an integration gets it. */
export interface ItemsRead {
  readonly items: readonly DomainItem[];
  /** There is nothing else for it up to this place, and never will be. */
  readonly upTo: number;
  /** There may be more behind. */
  readonly more: boolean;
}

/** What the target has refused for its own sake. */
export interface Parked {
  readonly stream: ItemStream;
  readonly place: number;
  readonly reason: string;
  /** Milliseconds. */
  readonly parkedAt: number;
}

/** Asked for again by hand: (cursor, end] of either stream. */
export interface Replay {
  /** Row id. */
  readonly id: number;
  readonly uuid: string;
  readonly integration: number;
  /** Empty: those of the integration. */
  readonly eventTypes: readonly ItemEvent[];
  readonly cursors: Readonly<Record<ItemStream, number>>;
  readonly ends: Readonly<Record<ItemStream, number>>;
  readonly createdAt: number;
}

/** How a target knows a field: by the type of its first value. */
export type FieldType = 'number' | 'boolean' | 'text';

/** So many fields of an integration have their type kept; a value of a field beyond is given as it is. */
export const MAX_FIELDS = 4096;
