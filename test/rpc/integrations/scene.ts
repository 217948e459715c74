import type { Test } from 'tap';
import { TargetGuard } from '../../../src/integrations/guard.ts';
import { kinds } from '../../../src/integrations/kinds.ts';
import { sealer } from '../../../src/kit/seal.ts';
import type { Figures } from '../../../src/rpc/integrations/integration-wire.ts';
import { integrations } from '../../../src/rpc/integrations/integrations.ts';
import type { ClientMethods } from '../../../src/rpc/schema.gen.ts';
import { openTraffic } from '../traffic.ts';

export type Wire = NonNullable<ClientMethods['CreateIntegration']['request']['integration']>;

export const BROKER = 'mqtts://broker.example:8883';
export const HOOK = 'https://hooks.example/in';

export const targets: Readonly<Record<'mqtt' | 'http' | 'influx' | 'nats', Wire>> = {
  mqtt: { kind: 'mqtt', name: 'Plant', mqtt: { broker_url: BROKER } },
  http: { kind: 'http', name: 'Hook', http: { url: HOOK } },
  influx: { kind: 'influx', name: 'Curves', influx: { url: 'https://influx.example', bucket: 'b' } },
  nats: { kind: 'nats', name: 'Hub', nats: { servers: ['nats://hub.example'] } },
};

/** The five RPCs over a real store. What the engine knows is in `figures`, by row id. */
export async function openIntegrations(t: Test, rows = '') {
  const figures = new Map<number, Figures>();
  const keys = sealer(Buffer.alloc(32, 3));
  const traffic = await openTraffic(t, rows, ({ store, clock }) =>
    integrations({
      ...{ store, clock, kinds, sealer: keys, figures: ({ id }) => figures.get(id) },
      targets: new TargetGuard({ allow: ['10.0.0.1', '::1'], ownAddresses: () => ['192.0.2.7'] }),
    }),
  );
  const { call, refused, refusal, store } = traffic;
  const create = (integration: Wire) => call('CreateIntegration', { integration });
  const update = (integration: Wire, ...paths: string[]) =>
    call('UpdateIntegration', { integration, update_mask: { paths } });
  return {
    ...traffic,
    sealer: keys,
    figures,
    create,
    update,
    refusedCreate: (integration: Wire) => refusal('CreateIntegration', { integration }),
    refusedUpdate: (integration: Wire, ...paths: string[]) =>
      refusal('UpdateIntegration', { integration, update_mask: { paths } }),
    whyRefused: (integration: Wire) => refused('CreateIntegration', { integration }),
    /** Of the caller's organization. */
    row: (id: string) => {
      const found = store.read.integrations.find(1, id);
      if (!found) throw new Error(`no integration ${id}`);
      return found;
    },
    /** What was stored about integrations, in order. */
    events: () =>
      store.read.eventLog
        .after({ org: 1, installation: true }, 0, 1000)
        .rows.filter(({ event_type }) => event_type.startsWith('integration.'))
        .map(({ event_type, severity, source_id, data }) => {
          return { event_type, severity, source_id, data: JSON.parse(data ?? '{}') as Record<string, unknown> };
        }),
  };
}
