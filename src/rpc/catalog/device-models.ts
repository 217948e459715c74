import type { ModelChanges, ModelRow } from '../../domain/blueprint/models.ts';
import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { description, endpointClass, flag, name, search, typeEui, uplinkInterval, uuid, uuidOr } from '../checks.ts';
import { all, fields, masked, nested, optional } from '../input.ts';
import { orderBy, page, STANDARD_PAGE } from '../list-input.ts';
import type { DeviceModelOut } from '../schema.gen.ts';
import { code, scope, url } from './checks.ts';
import { editor } from './editor.ts';
import { catalogNoun, catalogRowToWire, READ, WRITE } from './noun.ts';

const writable = {
  name,
  type_eui: typeEui,
  description,
  datasheet_url: url,
  ep_class: optional(endpointClass),
  default_uplink_interval_seconds: uplinkInterval,
};

/** A device model as it is created, its manufacturer excepted. */
export const newModel = { ...writable, code, is_system: flag };

type Changes = { readonly [K in keyof typeof writable]?: ReturnType<(typeof writable)[K]> };

/** The products of manufacturers (platform API 16). */
export function deviceModels({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  const noun = catalogNoun({
    ...{ clock, missing: 'DeviceModelNotFound', toWire: modelToWire },
    find: store.read.deviceModels.find,
    remove: store.write.deviceModels.remove,
  });
  const { found } = noun;

  return [
    rpc('CreateDeviceModel', {
      ...WRITE,
      input: fields({ device_model: nested({ manufacturer_id: uuidOr('ManufacturerIDRequired'), ...newModel }) }),
      async handle(
        { device_model: { manufacturer_id: manufacturer, code: given, is_system: system, ...columns } },
        call,
      ) {
        const model = { ...modelColumns(columns), manufacturer, system, code: given };
        return found(await store.write.deviceModels.insert(model, editor(call, clock)), call);
      },
    }),
    rpc('GetDeviceModel', noun.get),
    rpc('UpdateDeviceModel', {
      ...WRITE,
      input: masked('device_model', { id: uuid }, writable, { fixed: ['manufacturer_id', 'code', 'is_system'] }),
      async handle({ id: { id }, changes }, call) {
        await store.write.deviceModels.update(id, changedColumns(changes), editor(call, clock));
        return found(id, call);
      },
    }),
    rpc('DeleteDeviceModel', noun.remove),
    rpc('ListDeviceModels', {
      ...READ,
      input: all(
        page(STANDARD_PAGE),
        fields({
          manufacturer_id: optional(uuid),
          type_eui: typeEui,
          search,
          scope,
          order_by: orderBy(['name'], 'asc'),
        }),
      ),
      async handle({ page: asked, order_by: { direction }, ...filter }, call) {
        const rows = await store.scan.deviceModels.list({
          org: call.org,
          scope: filter.scope ?? 'all',
          manufacturer: filter.manufacturer_id,
          typeEui: filter.type_eui,
          search: filter.search,
          descending: direction === 'desc',
          after: asked.after,
          size: asked.size,
        });
        const { items, ...page } = noun.page(rows, asked, 'name_key', call);
        return { device_models: items, ...page };
      },
    }),
  ];
}

/** The columns of a new model. */
export function modelColumns({ name, type_eui, description, datasheet_url, ...hints }: Required<Changes>) {
  return {
    name,
    type_eui: type_eui ?? null,
    description,
    datasheet_url,
    ep_class: hints.ep_class ?? '',
    uplink_interval_s: hints.default_uplink_interval_seconds,
  } satisfies Required<ModelChanges>;
}

/** The columns of the fields that are set. */
function changedColumns(changes: Changes): ModelChanges {
  const { name, description, datasheet_url, default_uplink_interval_seconds: interval } = changes;
  return {
    ...(name !== undefined && { name }),
    ...('type_eui' in changes && { type_eui: changes.type_eui ?? null }),
    ...(description !== undefined && { description }),
    ...(datasheet_url !== undefined && { datasheet_url }),
    ...('ep_class' in changes && { ep_class: changes.ep_class ?? '' }),
    ...(interval !== undefined && { uplink_interval_s: interval }),
  };
}

export function modelToWire(row: ModelRow, call: Call): DeviceModelOut {
  return {
    ...catalogRowToWire(row, call),
    manufacturer_id: row.manufacturer_uuid,
    manufacturer_name: row.manufacturer_name,
    name: row.name,
    code: row.code,
    type_eui: row.shown_type_eui ?? '',
    description: row.description,
    datasheet_url: row.datasheet_url,
    ep_class: row.ep_class,
    default_uplink_interval_seconds: row.uplink_interval_s,
    default_blueprint_id: row.default_blueprint ?? '',
    blueprint_count: row.blueprint_count,
    endpoint_count: row.endpoint_count,
  };
}
