import type { Db } from '../../database/driver.ts';
import type { Alerts } from '../alert/alert-store.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { ValueEncoder } from '../blueprint/encoding.ts';
import type { KnownDevices } from '../device/known.ts';
import type { Downlinks } from '../downlink/downlink-store.ts';
import type { Events } from '../event/event-store.ts';
import type { LogEnds } from '../integration/ends.ts';
import type { IntegrationReader } from '../integration/integration-rows.ts';
import type { IntegrationNotices } from '../integration/notices.ts';
import type { Log } from '../message/log.ts';
import type { Repeatable } from '../once/once-store.ts';
import { ruleExecutor } from '../rule/carry-out.ts';
import { ruleCommands } from '../rule/commands.ts';
import { ruleDevices } from '../rule/devices.ts';
import { executionReader } from '../rule/executions.ts';
import { rulePlanner } from '../rule/plan.ts';
import { ruleReader } from '../rule/rule-rows.ts';
import { ruleStore } from '../rule/rule-store.ts';
import { ruleSimulator } from '../rule/simulate.ts';
import type { Arrivals } from '../uplink/arrivals.ts';

/** Rules of organizations: what was received or raised makes them send, tell and alert. */
export function rulesPart(
  db: Db,
  {
    events,
    repeatable,
    alerts,
    log,
    decoders,
    encoder,
    known,
    arrivals,
    integrations,
    ends,
    tell,
    queue,
  }: {
    readonly events: Events;
    readonly repeatable: Repeatable;
    readonly alerts: Pick<Alerts, 'observe' | 'endRule'>;
    readonly log: Log;
    readonly decoders: Decoders;
    readonly encoder: ValueEncoder;
    /** Which device an endpoint is. */
    readonly known: KnownDevices;
    readonly arrivals: Arrivals;
    readonly integrations: Pick<IntegrationReader, 'find'>;
    readonly ends: LogEnds;
    readonly tell: IntegrationNotices['byRule'];
    readonly queue: Downlinks['queue'];
  },
) {
  const reader = ruleReader(db);
  const devices = ruleDevices(db, {
    ofEndpoint: endpoint => known.wrapping(endpoint)?.uuid,
    endpointOf: (org, id) => known.known(org, id)?.endpoint,
    exists: (org, id) => known.known(org, id) !== undefined,
  });
  const changes = ruleStore(db, {
    events,
    reader,
    devices,
    newest: ends.newest,
    hasIntegration: (org, uuid) => integrations.find(org, uuid) !== undefined,
    endAlerts: alerts.endRule,
  });
  const commands = ruleCommands(db, encoder);
  const doing = ruleExecutor(db, {
    events,
    observe: alerts.observe,
    reader,
    devices,
    tell,
    send({ org, endpoint, payload, format, rule, at }, { validityMs, maxPending }) {
      const plain = { responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false };
      const content = { ...plain, userData: [payload], packetCnts: undefined, format, prio: 0 };
      const who = { source: 'rule', createdBy: rule, requestId: undefined, handTo: undefined } as const;
      queue({ ...who, org, endpoint, content, expiresAt: at + validityMs, ref: '', at, limit: maxPending });
    },
  });
  return {
    groups: {
      rules: {
        ...reader,
        ...changes,
        create: repeatable(changes.create),
        ...doing,
        ...executionReader(db),
        ...ruleSimulator({ devices, commands }),
        ...rulePlanner(db, {
          ...{ reader, devices, decoders, commands, arrivals },
          ...{ newest: ends.newest, consistent: log.consistent },
        }),
        endpointOf: devices.endpointOf,
      },
    },
    changes,
  };
}
