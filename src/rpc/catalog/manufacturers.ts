import type { ManufacturerRow } from '../../domain/blueprint/manufacturers.ts';
import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { description, email, flag, name, search, uuid } from '../checks.ts';
import { all, fields, masked, nested } from '../input.ts';
import { orderBy, page, STANDARD_PAGE } from '../list-input.ts';
import type { ManufacturerOut } from '../schema.gen.ts';
import { code, scope, url } from './checks.ts';
import { editor, mayMake } from './editor.ts';
import { catalogNoun, catalogRowToWire, READ, WRITE } from './noun.ts';

const writable = { name, description, website: url, contact_email: email };

/** A manufacturer as it is created. */
export const newManufacturer = { ...writable, code, is_system: flag };

/** Who makes the devices (platform API 15). */
export function manufacturers({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  const noun = catalogNoun({
    ...{ clock, missing: 'ManufacturerNotFound', toWire: manufacturerToWire },
    find: store.read.manufacturers.find,
    remove: store.write.manufacturers.remove,
  });
  const { found } = noun;

  return [
    rpc('CreateManufacturer', {
      ...WRITE,
      demands({ manufacturer }, by) {
        if (manufacturer) mayMake(manufacturer, by);
      },
      input: fields({ manufacturer: nested(newManufacturer) }),
      async handle({ manufacturer: { is_system: system, ...given } }, call) {
        return found(await store.write.manufacturers.insert({ ...given, system }, editor(call, clock)), call);
      },
    }),
    rpc('GetManufacturer', noun.get),
    rpc('UpdateManufacturer', {
      ...WRITE,
      input: masked('manufacturer', { id: uuid }, writable, { fixed: ['code', 'is_system'] }),
      async handle({ id: { id }, changes }, call) {
        await store.write.manufacturers.update(id, changes, editor(call, clock));
        return found(id, call);
      },
    }),
    rpc('DeleteManufacturer', noun.remove),
    rpc('ListManufacturers', {
      ...READ,
      input: all(page(STANDARD_PAGE), fields({ search, scope, order_by: orderBy(['name'], 'asc') })),
      async handle({ page: asked, search: part, scope: which = 'all', order_by: { direction } }, call) {
        const rows = await store.scan.manufacturers.list({
          org: call.org,
          scope: which,
          search: part,
          descending: direction === 'desc',
          after: asked.after,
          size: asked.size,
        });
        const { items, ...page } = noun.page(rows, asked, 'name_key', call);
        return { manufacturers: items, ...page };
      },
    }),
  ];
}

export function manufacturerToWire(row: ManufacturerRow, call: Call): ManufacturerOut {
  return {
    ...catalogRowToWire(row, call),
    name: row.name,
    code: row.code,
    description: row.description,
    website: row.website,
    contact_email: row.contact_email,
    device_model_count: row.device_model_count,
  };
}
