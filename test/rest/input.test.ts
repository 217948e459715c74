import t from 'tap';
import { byId, restList } from '../../src/rest/input.ts';
import { BadInput, type Input, readInput } from '../../src/rpc/input.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';

const ORGANIZATION = '0192f000-0000-7000-8000-000000000001';
const OTHER = '0192f000-0000-7000-8000-000000000002';
const context = { method: 'M', org: ORGANIZATION, tokens: pageTokens(Buffer.alloc(32)), nowMs: 0 };

function read<W, V>(input: Input<W, V>, request: W): V | string {
  try {
    return readInput(input, request, context, input.names);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return error.fault;
  }
}

t.test('a request names the organization of the call', async t => {
  const id = OTHER;
  t.same(read(byId, { organization_id: ORGANIZATION.toUpperCase(), id }), { organization_id: ORGANIZATION, id });
  t.equal(read(byId, { organization_id: '', id }), 'OrganizationIDRequired');
  t.equal(read(byId, { id }), 'OrganizationIDRequired');
  t.equal(read(byId, { organization_id: OTHER, id }), 'OrganizationContextMismatch');
  t.equal(read(byId, { organization_id: 'no uuid' }), 'OrganizationContextMismatch', 'before what else is missing');
  t.equal(read(byId, { organization_id: ORGANIZATION, id: 'x' }), 'InvalidIDFormat');
});

t.test('limit and offset have defaults, bounds and tokens of their own', async t => {
  const page = (more: object) => read(restList, { organization_id: ORGANIZATION, ...more });
  const plain = { organization_id: ORGANIZATION, limit: 20, offset: 0, search: undefined };
  t.same(page({}), plain);
  t.same(page({ limit: 1, offset: 7, search: ' pump ' }), { ...plain, limit: 1, offset: 7, search: 'pump' });
  t.same(page({ limit: 5000 }), { ...plain, limit: 1000 });
  for (const limit of [0, -1, 1.5, Number.NaN]) t.equal(page({ limit }), 'InvalidLimit', `limit ${limit}`);
  for (const offset of [-1, 0.5, Number.NaN]) t.equal(page({ offset }), 'InvalidOffset', `offset ${offset}`);
  t.equal(page({ search: 'x'.repeat(101) }), 'FieldTooLong');
});
