import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import type { Integration } from '../domain/integration/integration-records.ts';
import { errorOf } from '../domain/integration/integration-records.ts';
import { openSecrets } from '../domain/integration/secrets.ts';
import type { EmbeddedBroker } from '../integrations/broker/broker.ts';
import { Commands } from '../integrations/command.ts';
import type { Source } from '../integrations/delivery/source.ts';
import { connectorsOf } from '../integrations/dial.ts';
import { Engine } from '../integrations/engine.ts';
import { TargetGuard } from '../integrations/guard.ts';
import { kinds } from '../integrations/kinds.ts';
import { background } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Sealer } from '../kit/seal.ts';
import { ageOf } from '../kit/since.ts';
import { type Clock, momentOf, sleep } from '../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../kit/units.ts';
import type { ListenerCertificates } from '../pki/served.ts';
import type { Invoker } from '../rpc/call/invoke.ts';
import type { FiguresOf } from '../rpc/integrations/integration-wire.ts';
import { openKeyGate } from './api/key-gate.ts';
import { commandCalls } from './commands.ts';
import type { Installation } from './installation.ts';

/** Where integrations may connect to. */
export function targetGuard({ integrations }: Config): TargetGuard {
  return new TargetGuard({ allow: integrations.allow_targets });
}

/** What is told of integrations while nothing is delivered for them. */
export function figuresOfStored({ store, clock }: { readonly store: Store; readonly clock: Clock }): FiguresOf {
  return async (row, signal) => {
    const { id, org, cursors, ...filter } = row;
    const { count, oldestAt } = await store.scan.integrations.queued(signal, { id, org, filter }, cursors);
    const behindSeconds = oldestAt === undefined ? 0 : Math.floor(ageOf(oldestAt, momentOf(clock)) / SECOND_MS);
    return { state: 'connecting', queued: count, behindSeconds, nextAttemptAt: undefined, ...errorOf(row) };
  };
}

/** What those who deliver work with. */
export interface DeliveryParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly scEui: Eui;
  readonly invoker: Pick<Invoker, 'unary'>;
  readonly targets: TargetGuard;
  /** Notified after each commit with an audited change: integrations may be other ones. */
  readonly rightsChanged: Notifier;
  readonly news: {
    /** Notified when the log may have grown, when events were stored, and when endpoints are called otherwise. */
    readonly log: Notifier;
    readonly events: Notifier;
    readonly endpoints: Notifier;
  };
  /** What the embedded broker needs besides; undefined: there is none. */
  readonly broker?: {
    readonly installation: Installation;
    readonly certificates: Pick<ListenerCertificates, 'tls' | 'onChange'>;
  };
}

/** So long they wait for times to be set right, that a wrong clock has told; a full disk is not to keep them for ever. */
const CORRECTING_MS = MINUTE_MS;
const LOOK_MS = 250;

/** Begins to deliver to integrations, those that come later too. @throws Error when a port of the embedded broker is in use */
export async function startIntegrations(
  delivering: DeliveryParts,
  opened: AsyncDisposableStack,
): Promise<{ readonly engine: Engine; readonly broker: EmbeddedBroker | undefined }> {
  const { config, clock, log, store, rightsChanged, broker: needs } = delivering;
  const broker =
    needs && config.mqtt.broker.enabled ? await startBroker({ ...delivering, ...needs }, opened) : undefined;
  const engine = engineOf(delivering, broker);
  opened.defer(() => engine.stop());
  const stopping = new AbortController();
  opened.defer(() => stopping.abort());
  const follow = async () => {
    const begun = clock.monotonic();
    // What leaves is to say when it was.
    while (store.read.corrections.isPending() && clock.monotonic() - begun < CORRECTING_MS) {
      await sleep(clock, LOOK_MS, stopping.signal);
    }
    while (!stopping.signal.aborted) {
      const { version } = rightsChanged;
      engine.refresh();
      await rightsChanged.wait(version, stopping.signal);
    }
  };
  background(follow(), cause => log.error({ err: cause }, 'integrations not looked at'));
  return { engine, broker };
}

/** Ports of the embedded broker as they were opened. */
export function brokerPorts({ ports: [mqtt_plain, mqtt] }: EmbeddedBroker): { mqtt?: number; mqtt_plain?: number } {
  return { ...(mqtt !== undefined && { mqtt }), ...(mqtt_plain !== undefined && { mqtt_plain }) };
}

async function startBroker(
  {
    config,
    clock,
    log,
    store,
    installation,
    certificates,
    rightsChanged,
  }: Pick<DeliveryParts, 'config' | 'clock' | 'log' | 'store' | 'rightsChanged'> & NonNullable<DeliveryParts['broker']>,
  opened: AsyncDisposableStack,
): Promise<EmbeddedBroker> {
  const { host, port, tls_host, tls_port, max_connections, max_subscriptions, max_retained } = config.mqtt.broker;
  const keys = openKeyGate({ config, clock, log, store, installation, rightsChanged }, opened);
  const { EmbeddedBroker: Broker } = await import('../integrations/broker/broker.ts');
  const broker = await Broker.start({
    ...{ keys, log },
    defaultOrganization: installation.organization.uuid,
    limits: { connections: max_connections, subscriptions: max_subscriptions, retained: max_retained },
    listeners: [
      { host, port },
      { host: tls_host, port: tls_port, tls: () => certificates.tls('mqtt') },
    ],
  });
  opened.defer(() => broker.stop());
  opened.defer(certificates.onChange('mqtt', () => broker.reloadCertificates()));
  return broker;
}

function engineOf(
  { config, clock, log, store, sealer, scEui, invoker, targets, news }: DeliveryParts,
  broker: EmbeddedBroker | undefined,
): Engine {
  const { read, write } = store;
  const commands = new Commands({
    calls: commandCalls(invoker),
    clock,
    log,
    answer: write.integrations.answer,
    async malformed({ row, reason, at }) {
      const { org, kind } = row;
      const data = { token: 'ErrTokenMalformedRequest', message: reason, ref: '', origin: kind };
      await write.events.raise({
        type: 'downlink.rejected',
        org,
        source: 'integration',
        sourceId: row.uuid,
        at,
        storedAt: at,
        data,
      });
    },
  });
  const target = (row: Integration) => kinds[row.kind].target(row, () => openSecrets(sealer, row.uuid, row.secrets));
  return new Engine({
    clock,
    log,
    scEui,
    // An installation keeps its EUI through restores.
    installation: scEui,
    maxAgeMs: config.integrations.max_age_s * SECOND_MS,
    targetOf: target,
    connectors: shown => connectorsOf({ guard: targets, clock, shown }),
    command: (row, incoming) => commands.carryOut(row, incoming),
    endpointsOf({ id, org, eventTypes, epEuis, deviceModels, epTags }) {
      const reader = { id, org, filter: { eventTypes, epEuis, deviceModels, epTags } };
      return {
        page: (after, limit) => read.integrations.describedAfter(reader, after, limit),
        find: epEui => read.integrations.described(reader, epEui),
        changed: signal => news.endpoints.wait(news.endpoints.version, signal),
      };
    },
    embeddedFor: ({ organizationId }) => broker && (handlers => broker.attach({ organizationId, ...handlers })),
    source: sourceOf(store, news),
  });
}

/** Where items for integrations come from, and where it is stored how far each has come. */
export function sourceOf({ read, write, scan }: Store, news: DeliveryParts['news']): Source {
  return {
    news,
    rows: read.integrations.rows,
    replays: read.integrations.replays,
    newest: stream => (stream === 'log' ? read.messages.edges().newest : read.eventLog.edges().newest),
    after: read.integrations.after,
    queued: async (reader, cursors) =>
      (await scan.integrations.queued(new AbortController().signal, reader, cursors)).count,
    advance: write.integrations.advance,
    advanceReplay: write.integrations.advanceReplay,
    endReplay: write.integrations.endReplay,
    place: read.integrations.place,
    fieldTypes: read.integrations.fieldTypes,
    keepFieldTypes: write.integrations.keepFieldTypes,
    park: write.integrations.park,
    unpark: async ({ id, items }) => void (await write.integrations.unpark(id, items)),
    failed: write.integrations.failed,
    disabled: write.integrations.disabled,
    told: write.integrations.told,
  };
}
