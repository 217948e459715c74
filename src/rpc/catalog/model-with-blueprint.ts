import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Row, rpc } from '../call/define.ts';
import { uuid } from '../checks.ts';
import { type At, type Check, fields, nested, optional, refine } from '../input.ts';
import { blueprintToWire, newBlueprint, readBlueprintFields } from './blueprints.ts';
import { modelColumns, modelToWire, newModel } from './device-models.ts';
import { editor, mayMake } from './editor.ts';
import { manufacturerToWire, newManufacturer } from './manufacturers.ts';

const manufacturer = nested(newManufacturer);
/** Looked at only where it is to be made. */
const unchecked: Check<Parameters<typeof manufacturer>[0], Parameters<typeof manufacturer>[0]> = wire => wire;

const request = fields({
  device_model: nested({ manufacturer_id: optional(uuid), ...newModel }),
  blueprint: nested(newBlueprint),
  manufacturer: unchecked,
});
type ModelRequest = ReturnType<typeof request.read>;

function withManufacturer({ device_model, blueprint, manufacturer: made }: ModelRequest, at: At) {
  const { manufacturer_id, ...model } = device_model;
  if (manufacturer_id === undefined && !made) {
    at.in('device_model').in('manufacturer_id').refuse('presence', 'ManufacturerIDRequired');
  }
  return { model, blueprint, made: manufacturer_id ?? manufacturer(made, at.in('manufacturer')) };
}

/** A model, its default blueprint and, if need be, its manufacturer: all of them or none. */
export function modelWithBlueprint({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  return [
    rpc('CreateDeviceModelWithBlueprint', {
      access: 'org',
      needs: 'E|S',
      scope: 'catalog:write',
      demands({ device_model, manufacturer: made }, by) {
        if (made && !device_model?.manufacturer_id) mayMake(made, by);
      },
      input: refine(request, withManufacturer),
      async handle({ model: { code, is_system: system, ...given }, blueprint, made }, call) {
        const read = await readBlueprintFields(store, blueprint, call);
        const { typeEui } = read.document.facts;
        if (given.type_eui !== undefined && given.type_eui !== typeEui) {
          throw fault('InvalidTypeEUI', { field: 'device_model.type_eui', spec_type_eui: typeEui });
        }
        const wanted = {
          manufacturer: typeof made === 'string' ? made : newManufacturerOf(made),
          model: { ...modelColumns(given), code, system },
          blueprint: read,
        };
        const {
          manufacturer,
          model,
          blueprint: id,
        } = await store.write.blueprints.insertWithModel(wanted, editor(call, clock));
        const rows = {
          manufacturer: store.read.manufacturers.find(call.org, manufacturer),
          model: store.read.deviceModels.find(call.org, model),
          blueprint: store.read.blueprints.find(call.org, id),
        };
        return {
          manufacturer: rows.manufacturer && manufacturerToWire(rows.manufacturer, call),
          device_model: rows.model && modelToWire(rows.model, call),
          blueprint: rows.blueprint && blueprintToWire(rows.blueprint, call),
        };
      },
    }),
  ];
}

function newManufacturerOf({ is_system: system, ...given }: ReturnType<typeof manufacturer>) {
  return { ...given, system };
}
