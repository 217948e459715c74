import type { FaultAbout, FaultName } from '../../kit/faults/faults.ts';
import type { Moment } from '../../kit/time/clock.ts';
import type { IntegrationKind } from './integration-records.ts';

/** A field of a request that is looked at. */
export interface FieldAt {
  /** @throws what the fault says of this field */
  refuse(step: 'presence' | 'format' | 'range', fault: FaultName, about?: FaultAbout): never;
}

/** Where a field of the configuration of a kind is, by its name on the wire. */
export type FieldsAt = (wire: string) => FieldAt;

/** JSON by the names that drivers know. */
export type Values = Readonly<Record<string, unknown>>;

/** A field of the configuration of a kind, as drivers call it and as the wire does. */
export interface KindField {
  readonly name: string;
  readonly wire: string;
  /** Write-only. */
  readonly secret: boolean;
  /** Of which it is one. */
  readonly words?: readonly string[];
  check(wire: unknown, at: FieldAt): unknown;
}

/** A host as it stands in a field. */
export interface NamedHost {
  readonly wire: string;
  readonly host: string;
}

/** The configuration of a kind of target. What is complete is handed on and not looked into. */
export interface KindSettings {
  /** The events that the kind can carry; undefined: all. */
  readonly events: readonly ['up'] | undefined;
  /** By their names on the wire. */
  readonly fields: ReadonlyMap<string, KindField>;
  /** All of what is stored. @param secrets what was sealed */
  opened(clear: Values, secrets: Values): object;
  /** What becomes of settings by those that are given. */
  merged(kept: object, given: Values, when: Moment, at: FieldsAt): object;
  /** Refuses what does not go together. */
  check(settings: object, at: FieldsAt): void;
  /** What it would connect to. */
  hosts(settings: object): readonly NamedHost[];
  /** What of them is stored in clear, and what is to be sealed. */
  stored(settings: object): { readonly clear: Values; readonly secrets: Values };
  /** Fields of the wire of what is stored in clear. */
  shown(clear: Values): Readonly<Record<string, unknown>>;
}

/** Every kind of target there is. */
export type TargetKinds = Readonly<Record<IntegrationKind, { readonly settings: KindSettings }>>;
