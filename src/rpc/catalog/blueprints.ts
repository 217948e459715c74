import type { BlueprintRow } from '../../domain/blueprint/blueprints.ts';
import type { BlueprintChanges, NewBlueprint } from '../../domain/blueprint/changes.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { description, flag, search, text, typeEui, uuid, uuidOr } from '../checks.ts';
import { all, fields, masked, nested, optional } from '../input.ts';
import { orderBy, page, STANDARD_PAGE } from '../list-input.ts';
import type { BlueprintOut } from '../schema.gen.ts';
import { scope } from './checks.ts';
import { besideSpec, checkedDocument, specText, versionOf, versionText } from './documents.ts';
import { editor } from './editor.ts';
import { catalogNoun, catalogRowToWire, READ, WRITE } from './noun.ts';

const writable = { name: text(128), description, spec_json: specText };

/** A blueprint as it is created, its device model excepted. */
export const newBlueprint = { ...writable, version: versionText, type_eui: besideSpec };

/** How the payloads of device models are read and written (platform API 17). */
export function blueprints({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  const noun = catalogNoun({
    ...{ clock, missing: 'BlueprintNotFound', toWire: blueprintToWire },
    find: store.read.blueprints.find,
    remove: store.write.blueprints.remove,
  });
  const { found } = noun;

  return [
    rpc('CreateBlueprint', {
      ...WRITE,
      input: fields({
        blueprint: nested({ device_model_id: uuidOr('DeviceModelIDRequired'), is_default: flag, ...newBlueprint }),
      }),
      async handle({ blueprint: { device_model_id: model, is_default: isDefault, ...given } }, call) {
        const blueprint = { model, isDefault, ...(await readBlueprintFields(store, given, call)) };
        return found(await store.write.blueprints.insert(blueprint, editor(call, clock)), call);
      },
    }),
    rpc('GetBlueprint', noun.get),
    rpc('UpdateBlueprint', {
      ...WRITE,
      input: masked('blueprint', { id: uuid }, writable, { fixed: ['device_model_id', 'version', 'is_default'] }),
      async handle({ id: { id }, changes }, call) {
        const { name, description, spec_json } = changes;
        const changed: BlueprintChanges = {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(spec_json !== undefined && { document: await checkedDocument(store, spec_json, call) }),
        };
        await store.write.blueprints.update(id, changed, editor(call, clock));
        return found(id, call);
      },
    }),
    rpc('DeleteBlueprint', noun.remove),
    rpc('ListBlueprints', {
      ...READ,
      input: all(
        page(STANDARD_PAGE),
        fields({
          device_model_id: optional(uuid),
          type_eui: typeEui,
          scope,
          is_default: optional(flag),
          search,
          include_spec: flag,
          order_by: orderBy(['created_at'], 'desc'),
        }),
      ),
      async handle({ page: asked, order_by: { direction }, ...filter }, call) {
        const rows = await store.scan.blueprints.list({
          org: call.org,
          scope: filter.scope ?? 'all',
          model: filter.device_model_id,
          typeEui: filter.type_eui,
          isDefault: filter.is_default,
          search: filter.search,
          documents: filter.include_spec,
          descending: direction === 'desc',
          after: asked.after,
          size: asked.size,
        });
        const { items, ...page } = noun.page(rows, asked, 'created_at', call);
        return { blueprints: items, ...page };
      },
    }),
    rpc('SetDefaultBlueprint', {
      ...WRITE,
      input: fields({ id: uuid }),
      async handle({ id }, call) {
        await store.scan.blueprintDocuments.checkStored(call.org, id);
        await store.write.blueprints.setDefault(id, editor(call, clock));
        return found(id, call);
      },
    }),
  ];
}

type Given = { readonly [K in keyof typeof newBlueprint]: ReturnType<(typeof newBlueprint)[K]> };

/** What a request says of a new blueprint, its document read and checked. */
export async function readBlueprintFields(
  store: Store,
  { name, description, spec_json, version, type_eui }: Given,
  call: Call,
): Promise<Omit<NewBlueprint, 'model' | 'isDefault'>> {
  const document = await checkedDocument(store, spec_json, call);
  const { facts } = document;
  if (type_eui !== undefined && type_eui !== facts.typeEui) {
    throw fault('InvalidTypeEUI', { field: 'blueprint.type_eui', spec_type_eui: facts.typeEui });
  }
  return { name, description, version: version ?? versionOf(facts), document };
}

export function blueprintToWire(row: BlueprintRow, call: Call): BlueprintOut {
  return {
    ...catalogRowToWire(row, call),
    device_model_id: row.model_uuid,
    name: row.name,
    version: row.version,
    description: row.description,
    spec_json: row.document ?? '',
    type_eui: row.shown_type_eui,
    is_default: row.is_default !== 0,
    pinned_endpoints: row.pinned_endpoints,
    uplink_formats: JSON.parse(row.uplink_formats) as number[],
    downlink_formats: JSON.parse(row.downlink_formats) as number[],
    output_names: JSON.parse(row.output_names) as string[],
    registry_state: row.registry_state,
    registry_url: row.registry_url,
    checksum: row.checksum,
  };
}
