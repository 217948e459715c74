import type {
  DomainItem,
  Integration,
  IntegrationChange,
  ItemFilter,
  ItemReader,
  NewIntegration,
} from '../../../src/domain/integration/integration-records.ts';
import type { DomainOptions } from '../../../src/domain/options.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { centerScene } from '../center/center-scene.ts';
import { type Scratch, T0 } from '../message/log-store.ts';

export const acting = { now: T0, userId: 'u-1', userEmail: 'ann@example.org', actor: 'ann' };

export const FILTER: ItemFilter = { eventTypes: [], epEuis: [], deviceModels: [], epTags: {} };

/** What a test asks for, and it changes only what matters to it. */
export function asked(more: Partial<NewIntegration> = {}): NewIntegration {
  return {
    ...{ uuid: uuid7(T0), org: 1, kind: 'mqtt', name: 'broker', description: '', enabled: true, ...FILTER },
    ...{
      includeSubpackets: false,
      maxPerSecond: 0,
      settings: { brokerUrl: 'mqtts://example.org' },
      secrets: undefined,
    },
    ...more,
  };
}

/** Endpoints 1 and 2 of the own organization, 3 of another one, two stations, and integrations. */
export function integrationScene(t: Scratch, options: DomainOptions = {}) {
  const scene = centerScene(t, options);
  const store = () => scene.stores.integrations;
  let made = 0;
  return Object.assign(scene, {
    get integrations() {
      return store();
    },
    create: (more: Partial<NewIntegration> = {}, now = T0): Integration =>
      scene.db.atomic(() => store().create(asked({ name: `integration ${++made}`, ...more }), { ...acting, now })),
    update: (
      { org, uuid, revision }: Integration,
      values: IntegrationChange['values'],
      more: Partial<IntegrationChange> = {},
    ): Integration | undefined => {
      const fields = Object.keys(values);
      const change = { org, uuid, expectedRevision: revision, fields, values, ...more };
      return scene.db.atomic(() => store().update(change, acting));
    },
    again: ({ org, uuid }: Integration): Integration => {
      const found = store().find(org, uuid);
      if (!found) throw new Error('it is gone');
      return found;
    },
    /** Everything that is for it behind its cursors, and how often it had to be asked for. */
    behind(integration: Integration, { limit = 100, log = integration.cursors.log } = {}) {
      const reader = readerOf(integration);
      const items: DomainItem[] = [];
      let reads = 0;
      for (const stream of ['log', 'events'] as const) {
        for (let cursor = stream === 'log' ? log : integration.cursors.events; ; reads++) {
          const read = store().after(reader, stream, cursor, limit);
          items.push(...read.items);
          cursor = read.upTo;
          if (!read.more) break;
        }
      }
      return { items, reads };
    },
  });
}
export type IntegrationScene = ReturnType<typeof integrationScene>;

export function readerOf(integration: Integration): ItemReader {
  return { id: integration.id, org: integration.org, filter: integration };
}

/** The notices among items: event and content. */
export function told(items: readonly DomainItem[]) {
  return items.flatMap(item => (item.event === 'up' || item.event === 'event' ? [] : [[item.event, item.content]]));
}
