import { errorOf, type Integration, type IntegrationKind } from '../../domain/integration/integration-records.ts';
import type { KindSettings } from '../../domain/integration/kind-settings.ts';
import type { IntegrationOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';

export const integrationStates = ['connecting', 'connected', 'delivering', 'failing', 'paused', 'disabled'] as const;
export type IntegrationState = (typeof integrationStates)[number];

/** What is known of a running integration beside its row. */
export interface Figures {
  readonly state: IntegrationState;
  /** Items that wait. */
  readonly queued: number;
  readonly behindSeconds: number;
  /** Milliseconds; undefined: none is waited for. */
  readonly nextAttemptAt: number | undefined;
  /** Since creation, those included whose number is not stored yet. */
  readonly delivered?: number | undefined;
  /** The newest of this process, which the row may not know yet; milliseconds. */
  readonly lastSuccessAt?: number | undefined;
  /** Why it does not deliver, until it does again; empty: it does, or was never tried. */
  readonly lastError: string;
  readonly lastErrorAt: number | undefined;
}

/** What is known of an integration that is enabled; undefined: nothing yet. */
export type FiguresOf = (row: Integration, signal: AbortSignal) => Figures | undefined | Promise<Figures | undefined>;

/** An integration without its secrets. */
export function integrationToWire(
  row: Integration,
  settings: KindSettings,
  figures: Figures | undefined,
): IntegrationOut {
  const { lastError, lastErrorAt } = figures ?? errorOf(row);
  const config = { [row.kind]: settings.shown(row.settings) } as Pick<IntegrationOut, IntegrationKind>;
  return {
    id: row.uuid,
    organization_id: row.organizationId,
    name: row.name,
    description: row.description,
    kind: row.kind,
    enabled: row.enabled,
    event_types: row.eventTypes,
    ep_euis: row.epEuis,
    device_model_ids: row.deviceModels,
    ep_tags: row.epTags,
    ...config,
    state: stateOf(row, figures),
    last_success_at: timestamp(figures?.lastSuccessAt ?? row.lastSuccessAt),
    last_error: lastError,
    last_error_at: timestamp(lastErrorAt),
    queued: figures?.queued ?? 0,
    delivered: Math.max(row.delivered, figures?.delivered ?? 0),
    dropped: row.dropped,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
    include_subpackets: row.includeSubpackets,
    behind_seconds: figures?.behindSeconds ?? 0,
    next_attempt_at: timestamp(figures?.nextAttemptAt),
    parked: row.parked,
    max_per_second: row.maxPerSecond,
  };
}

/** One that was enabled a moment ago is not known to those who deliver yet. */
export function stateOf({ enabled }: Integration, figures: Figures | undefined): IntegrationState {
  if (!enabled) return 'disabled';
  return figures?.state ?? 'connecting';
}
