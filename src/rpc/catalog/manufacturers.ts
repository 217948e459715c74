import type { ManufacturerRow } from '../../domain/blueprint/manufacturers.ts';
import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/clock.ts';
import { fault } from '../../kit/faults.ts';
import { description, email, flag, name, search, uuid } from '../checks.ts';
import { type Call, type Row, rpc } from '../define.ts';
import { all, fields, masked, nested } from '../input.ts';
import { orderBy, page, STANDARD_PAGE } from '../list-input.ts';
import { countToWire } from '../paging.ts';
import type { ManufacturerOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';
import { code, scope, url } from './checks.ts';
import { editor, mayMake, ownership } from './editor.ts';

const writable = { name, description, website: url, contact_email: email };

/** A manufacturer as it is created. */
export const newManufacturer = { ...writable, code, is_system: flag };

const READ = { access: 'org', needs: 'R', scope: 'catalog:read' } as const;
const WRITE = { access: 'org', needs: 'E|S', scope: 'catalog:write' } as const;

/** Who makes the devices (platform API 15). */
export function manufacturers({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  const found = (id: string, call: Call): ManufacturerOut => {
    const row = store.read.manufacturers.find(call.org, id);
    if (!row) throw fault('ManufacturerNotFound', { id });
    return manufacturerToWire(row, call);
  };

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
    rpc('GetManufacturer', {
      ...READ,
      input: fields({ id: uuid }),
      handle: ({ id }, call) => found(id, call),
    }),
    rpc('UpdateManufacturer', {
      ...WRITE,
      input: masked('manufacturer', { id: uuid }, writable, { fixed: ['code', 'is_system'] }),
      async handle({ id: { id }, changes }, call) {
        await store.write.manufacturers.update(id, changes, editor(call, clock));
        return found(id, call);
      },
    }),
    rpc('DeleteManufacturer', {
      ...WRITE,
      input: fields({ id: uuid }),
      async handle({ id }, call) {
        await store.write.manufacturers.remove(id, editor(call, clock));
        return {};
      },
    }),
    rpc('ListManufacturers', {
      ...READ,
      input: all(page(STANDARD_PAGE), fields({ search, scope, order_by: orderBy(['name'], 'asc') })),
      async handle({ page: asked, search: part, scope: which = 'all', order_by: { direction } }, call) {
        const { rows, total, more } = await store.scan.manufacturers.list({
          org: call.org,
          scope: which,
          search: part,
          descending: direction === 'desc',
          after: asked.after,
          size: asked.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          manufacturers: rows.map(row => manufacturerToWire(row, call)),
          total_count: countToWire(total),
          next_page_token: asked.next(last && [last.name_key, last.id]),
        };
      },
    }),
  ];
}

export function manufacturerToWire(row: ManufacturerRow, call: Call): ManufacturerOut {
  return {
    id: row.uuid,
    name: row.name,
    code: row.code,
    description: row.description,
    website: row.website,
    contact_email: row.contact_email,
    ...ownership(row, call),
    device_model_count: row.device_model_count,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}
