import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Capability, capabilitiesOf, type Role, roles } from '../../../src/domain/account/roles.ts';

type Line = readonly [
  role: Role | 'none',
  endpoints: boolean,
  stations: boolean,
  isAdmin: boolean,
  capabilities: string,
];
const table = JSON.parse(readFileSync(join(import.meta.dirname, 'roles.json'), 'utf8')) as { rows: Line[] };
const ORDER: readonly Capability[] = ['R', 'E', 'B', 'K', 'I', 'M', 'A', 'O', 'S'];

t.test('a role gives the capabilities of the table, and its switches count for an operator alone', async t => {
  t.ok(roles.every(role => table.rows.some(([named]) => named === role)));
  for (const [role, manage_endpoints, manage_base_stations, isAdmin, wanted] of table.rows) {
    const held = role === 'none' ? undefined : { role, manage_endpoints, manage_base_stations };
    const given = capabilitiesOf(held && { ...held, status: 'active' }, isAdmin);
    const name = `${role} ${manage_endpoints} ${manage_base_stations} ${isAdmin}`;
    t.equal(ORDER.filter(capability => given.includes(capability)).join(' '), wanted, name);
    t.equal(new Set(given).size, given.length, name);
    if (!held) continue;
    t.same(capabilitiesOf({ ...held, status: 'inactive' }, isAdmin), isAdmin ? ['R', 'S'] : [], `${name}, inactive`);
  }
});
