import type { Store } from '../../domain/domain.ts';
import { type SensorTemplate, sensorKinds, valueTypes } from '../../domain/sensor-template/sensor-template-columns.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { description, name, number, oneOf, text, uuid } from '../../rpc/checks.ts';
import { all, type Check, fields, type Maybe, masked, nested, optional, saying } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId, restCursorList } from '../input.ts';
import type { SensorTemplateOut } from '../schema.gen.ts';

const MAX_UNIT = 32;
const MAX_KEY = 128;
const MAX_DECIMALS = 15;

/** What is left out is what most are. */
function wordOr<const T extends string>(words: readonly T[], otherwise: NoInfer<T>): Check<Maybe<string>, T> {
  const word = oneOf(words);
  return saying(word, (wire, at) => (wire ? word(wire, at) : otherwise));
}

function orNull<W, V>(check: Check<Maybe<W>, V | undefined>): Check<Maybe<W>, V | null> {
  return (wire, at) => check(wire, at) ?? null;
}

const value = orNull(optional(number(-Number.MAX_VALUE, Number.MAX_VALUE)));

const given = {
  name,
  description,
  kind: wordOr(sensorKinds, 'custom'),
  unit: text(MAX_UNIT),
  value_type: wordOr(valueTypes, 'number'),
  default_key: text(MAX_KEY),
  min: value,
  max: value,
  decimals: orNull(optional(number(0, MAX_DECIMALS))),
};

const PATH = '/api/v2/sensor-templates';
const NAMED = `${PATH}/{id}`;
const SERVICE = 'sensor_template.v2.SensorTemplateService';

const example = {
  id: '0198c0de-0000-7000-8000-000000000071',
  ...{
    name: 'Cold store',
    description: 'Goods at the back wall',
    kind: 'temperature',
    unit: '°C',
    valueType: 'number',
  },
  ...{ defaultKey: 'temperature', min: -30, max: 10, decimals: 1, isSystem: false },
  ...{ createdAt: '2026-01-20T10:00:00.000Z', updatedAt: '2026-01-20T10:00:00.000Z' },
};
const { name: exampleName, kind, unit, defaultKey, min, max, decimals } = example;

/** What sensors of devices measure (REST section 14.2). */
export function sensorTemplates({ store, clock }: { store: Store; clock: Clock }): Group {
  const shown = ({ told }: Call, row: SensorTemplate): SensorTemplateOut => {
    told.version = row.version;
    return toWire(row);
  };
  const reading = { access: 'org', needs: 'R', scope: 'sensors:read' } as const;
  const writing = { access: 'org', needs: 'E', scope: 'sensors:write' } as const;

  return group('Sensors', [
    method(`${SERVICE}/ListSensorTemplates`, {
      http: {
        at: `GET ${PATH}`,
        id: 'listSensorTemplates',
        summary: 'Lists the sensor templates of the system and of the organization by name',
        example: { response: { sensorTemplates: [example], total: 1 } },
      },
      ...reading,
      input: all(restCursorList, fields({ kind: optional(oneOf(sensorKinds)) })),
      handle({ search, kind, limit, place }, { org }) {
        const { rows, total, next } = store.read.sensorTemplates.list({ org, search, kind, limit, ...place });
        return { sensor_templates: rows.map(toWire), total, next_cursor: place.next(next) };
      },
    }),
    method(`${SERVICE}/GetSensorTemplate`, {
      http: {
        at: `GET ${NAMED}`,
        id: 'getSensorTemplate',
        summary: 'Reads one sensor template',
        example: { response: example },
      },
      ...reading,
      input: byId,
      handle({ id }, call) {
        const row = store.read.sensorTemplates.find(call.org, id);
        if (!row) throw fault('SensorTemplateNotFound', { ids: id });
        return shown(call, row);
      },
    }),
    method(`${SERVICE}/CreateSensorTemplate`, {
      http: {
        at: `POST ${PATH}`,
        id: 'createSensorTemplate',
        summary: 'Makes a sensor template of the organization',
        body: 'sensor_template',
        example: { request: { name: exampleName, kind, unit, defaultKey, min, max, decimals }, response: example },
      },
      ...writing,
      input: fields({
        organization_id: organizationId,
        sensor_template: nested(given, (template, at) => {
          const { min, max } = template;
          if (min !== null && max !== null && min > max) at.in('max').refuse('range', 'FieldOutOfRange', { min });
          return template;
        }),
      }),
      async handle({ sensor_template }, call) {
        const row = await store.write.sensorTemplates.create(call.org, sensor_template, acting(call, clock));
        call.told.location = `${PATH}/${row.uuid}`;
        return shown(call, row);
      },
    }),
    method(`${SERVICE}/UpdateSensorTemplate`, {
      http: {
        at: `PATCH ${NAMED}`,
        id: 'updateSensorTemplate',
        summary: 'Changes a sensor template of the organization',
        body: 'sensor_template',
        example: { request: { name: exampleName, max: null }, response: example },
      },
      ...writing,
      input: all(
        fields({ organization_id: organizationId }),
        masked('sensor_template', { id: uuid }, given, { mayBeEmpty: true }),
      ),
      async handle({ id: { id }, changes }, call) {
        const by = acting(call, clock);
        return shown(call, await store.write.sensorTemplates.change(call.org, id, changes, call.ifMatch, by));
      },
    }),
    method(`${SERVICE}/DeleteSensorTemplate`, {
      http: {
        at: `DELETE ${NAMED}`,
        id: 'deleteSensorTemplate',
        summary: 'Deletes a sensor template of the organization of which no device has a sensor',
        example: { response: { id: example.id, deleted: true } },
      },
      ...writing,
      input: byId,
      async handle({ id }, call) {
        await store.write.sensorTemplates.remove(call.org, id, call.ifMatch, acting(call, clock));
        return { id, deleted: true };
      },
    }),
  ]);
}

function toWire(row: SensorTemplate): SensorTemplateOut {
  const { uuid: id, isSystem, created_at, updated_at, version: _, ...rest } = row;
  return { id, ...rest, is_system: isSystem, created_at: timestamp(created_at), updated_at: timestamp(updated_at) };
}
