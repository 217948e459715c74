import { alertVersion, type StoredAlert } from '../../domain/alert/list.ts';
import { SILENCE_VERSION, type Silence } from '../../domain/alert/silences.ts';
import type { Store } from '../../domain/domain.ts';
import { parseEui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { alertToWire } from '../../rpc/alerts/alert-wire.ts';
import { alertRule } from '../../rpc/alerts/alerts.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { text, time, uuid } from '../../rpc/checks.ts';
import { type At, fields, optional, refine, saying } from '../../rpc/input.ts';
import { ceilMsOf } from '../../rpc/list-input.ts';
import { readable } from '../../rpc/readable.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId, restPage } from '../input.ts';
import type { SilenceIn, SilenceOut } from '../schema.gen.ts';
import { listed, type Twin } from '../twin.ts';
import { examples } from './examples.ts';

const READ = { access: 'org', needs: 'R', scope: 'events:read' } as const;
const WRITE = { access: 'org', needs: 'E|B', scope: 'events:write' } as const;
const NOTE_MAX = 1000;
const REASON_MAX = 500;
const NAME_MAX = 64;
const TAG_VALUE_MAX = 256;
const LONGEST_MS = 366 * DAY_MS;

const noted = fields({ organization_id: organizationId, id: uuid, note: text(NOTE_MAX) });

/** What is wrong, and who looks after it (REST section 14.13). */
export function alerts({
  store,
  clock,
  twin,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly twin: Twin;
}): Group {
  const scope = (call: Call) => ({
    ...{ org: call.org, installation: readable(call).installation === true, versions: call.ifMatch },
  });
  const shown = (alert: StoredAlert, { told, organizationId }: Call) => {
    told.version = alertVersion(alert);
    return alertToWire(alert, organizationId);
  };
  const shownSilence = (silence: Silence, { told }: Call) => {
    told.version = SILENCE_VERSION;
    return silenceToWire(silence);
  };
  return group('Alerts', [
    twin('rest.v1.RestService/FindAlerts', {
      http: {
        at: 'GET /api/v2/alerts',
        id: 'listAlerts',
        summary: 'What is wrong, and since when',
        example: examples.listAlerts,
      },
      ...READ,
      of: 'ListAlerts',
      paged: true,
      called: { status: 'statuses', severity: 'severities', rule: 'rules' },
      answer: ({ alerts, ...page }) => ({ alerts, ...listed(page) }),
    }),
    method('rest.v1.RestService/GetAlert', {
      http: {
        at: 'GET /api/v2/alerts/{id}',
        id: 'getAlert',
        summary: 'Read an alert',
        example: examples.getAlert,
      },
      ...READ,
      input: byId,
      async handle({ id }, call) {
        const alert = await store.scan.alertLists.find({ org: call.org, ...readable(call) }, id);
        if (!alert) throw fault('AlertNotFound', { id });
        return shown(alert, call);
      },
    }),
    method('rest.v1.RestService/AcknowledgeAlert', {
      http: {
        at: 'POST /api/v2/alerts/{id}/acknowledge',
        id: 'acknowledgeAlert',
        summary: 'Acknowledge an alert',
        body: '*',
        example: examples.acknowledgeAlert,
      },
      ...WRITE,
      input: noted,
      handle: async ({ id, note }, call) =>
        shown(await store.write.alerts.acknowledge(id, note, scope(call), acting(call, clock)), call),
    }),
    method('rest.v1.RestService/ResolveAlert', {
      http: {
        at: 'POST /api/v2/alerts/{id}/resolve',
        id: 'resolveAlert',
        summary: 'Resolve an alert by hand',
        body: '*',
        example: examples.resolveAlert,
      },
      ...WRITE,
      input: noted,
      handle: async ({ id, note }, call) =>
        shown(await store.write.alerts.resolve(id, note, scope(call), acting(call, clock)), call),
    }),
    method('rest.v1.RestService/ListSilences', {
      http: {
        at: 'GET /api/v2/alerts/silences',
        id: 'listSilences',
        summary: 'List what is silenced',
        example: examples.listSilences,
      },
      ...READ,
      input: restPage,
      async handle({ limit, offset }, { org }) {
        const own = (await store.scan.alerts.silences()).filter(silence => silence.org === org);
        return { silences: own.slice(offset, offset + limit).map(silenceToWire), total: own.length };
      },
    }),
    method('rest.v1.RestService/CreateSilence', {
      http: {
        at: 'POST /api/v2/alerts/silences',
        id: 'createSilence',
        summary: 'Silence some alerts for a while',
        body: 'silence',
        example: examples.createSilence,
      },
      ...WRITE,
      input: newSilence,
      async handle(silence, call) {
        const made = await store.write.alerts.silence({ ...silence, org: call.org }, acting(call, clock));
        call.told.location = `/api/v2/alerts/silences/${made.uuid}`;
        return shownSilence(made, call);
      },
    }),
    method('rest.v1.RestService/GetSilence', {
      http: {
        at: 'GET /api/v2/alerts/silences/{id}',
        id: 'getSilence',
        summary: 'Read a silence',
        example: examples.getSilence,
      },
      ...READ,
      input: byId,
      async handle({ id }, call) {
        const found = (await store.scan.alerts.silences()).find(({ uuid, org }) => uuid === id && org === call.org);
        if (!found) throw fault('AlertNotFound', { id });
        return shownSilence(found, call);
      },
    }),
    method('rest.v1.RestService/DeleteSilence', {
      http: {
        at: 'DELETE /api/v2/alerts/silences/{id}',
        id: 'deleteSilence',
        summary: 'End a silence',
        example: examples.deleteSilence,
      },
      ...WRITE,
      input: byId,
      async handle({ id }, { org, ifMatch }) {
        if (!(await store.write.alerts.endSilence(id, clock.now(), org, ifMatch))) throw fault('AlertNotFound', { id });
        return { id, deleted: true };
      },
    }),
  ]);
}

const silenceFields = fields({
  source_id: text(NAME_MAX),
  rule: optional(alertRule),
  until: time,
  reason: text(REASON_MAX),
});
const tagFields = fields({ key: text(NAME_MAX), value: text(TAG_VALUE_MAX) });

/** What is not told, and until when. It says of what: a field that was forgotten must not silence everything. */
const newSilence = refine(
  fields({ organization_id: organizationId, silence: saying({ inside: silenceFields.says }, silenceOf) }),
  ({ silence }, at) => {
    const inside = at.in('silence');
    const { sourceId, tag, rule, until } = silence;
    if (sourceId === undefined && tag === undefined && rule === undefined) {
      inside.in('source_id').refuse('presence', 'InvalidArgument', { reason: 'neither sourceId, tag nor rule' });
    }
    const { nowMs } = at.context;
    if (until <= nowMs || until > nowMs + LONGEST_MS) inside.in('until').refuse('range', 'InvalidTimeRange');
    return silence;
  },
);

/** A silence but for its tag; only of what is right by itself. */
const givenSilence = refine(silenceFields, ({ source_id, until, ...rest }, at) => {
  const untilMs = ceilMsOf(until);
  if (untilMs === undefined) return at.in('until').refuse('presence', 'InvalidTimeRange');
  return { ...rest, sourceId: parseEui(source_id) ?? (source_id || undefined), until: untilMs };
});

function silenceOf(wire: SilenceIn | null | undefined, at: At) {
  if (!wire) return at.refuse('presence', 'ResourceRequired');
  const silence = givenSilence.read(wire, at);
  const tag = wire.tag ? tagFields.read(wire.tag, at.in('tag')) : undefined;
  if (tag?.key === '') return at.in('tag').in('key').refuse('presence', 'InvalidTags');
  return { ...silence, tag };
}

function silenceToWire(silence: Silence): SilenceOut {
  const {
    uuid: id,
    source_id,
    tag_key: key,
    tag_value: value,
    rule,
    until_at,
    reason,
    created_at,
    created_by,
  } = silence;
  return {
    ...{ id, reason, created_by },
    ...(source_id !== '' && { source_id }),
    ...(key !== '' && { tag: { key, value } }),
    ...(rule !== '' && { rule }),
    until: timestamp(until_at),
    created_at: timestamp(created_at),
  };
}
