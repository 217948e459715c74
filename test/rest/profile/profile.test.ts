import t from 'tap';
import { type Headers, RestBox } from '../box.ts';

t.setTimeout(120_000);

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`by REST it is JSON in a JSON string, without the organization in the query (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { status, headers, json } = await box.get('/api/users/personal', { query: { organizationId: undefined } });
    t.match({ status, headers }, { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } });
    t.type(json, 'string');
    t.match(JSON.parse(json), { organizationId: box.organizationId });
  });

  t.test(`a machine has a name, and a person more (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { organizationId } = box;
    const machine = await box.key(['users:read', 'devices:read'], { name: 'Node-RED' });
    const person = await box.key(['users:read'], { key_type: 'user' });
    const profileOf = async (key: Headers) => {
      const { json } = await box.as(key).get('/api/users/personal', { query: { organizationId: undefined } });
      return JSON.parse(json);
    };
    const scopes = ['users:read', 'devices:read'];
    t.same(await profileOf(machine.key), {
      ...{ id: machine.id, kind: 'service_account', name: 'Node-RED', organizationId, scopes },
    });
    const whose =
      edition === 'community'
        ? { kind: 'operator', email: 'operator@localhost', name: 'Operator' }
        : { kind: 'user', email: 'owner@example.org' };
    const shown = await profileOf(person.key);
    t.match(shown, { ...whose, organizationId, role: 'owner', scopes: ['users:read'] });
    t.not(shown.id, person.id, 'the user, not the key');
    if (edition === 'community') return;
    const { authorization = '' } = box.owner;
    t.match(await profileOf({ authorization, 'x-organization-id': organizationId }), {
      ...whose,
      role: 'owner',
      scopes: [],
    });
  });
}
