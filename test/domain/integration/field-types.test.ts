import t from 'tap';
import { fieldTypeStore } from '../../../src/domain/integration/field-types.ts';
import { MAX_FIELDS } from '../../../src/domain/integration/integration-records.ts';
import { acting, integrationScene } from './scene.ts';

t.test('types are kept of one target, up to a bound, and go with their integration', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const other = scene.create();
  const { fieldTypes, keepFieldTypes } = fieldTypeStore(scene.db);
  const types = (id: number, target = 'here') => Object.fromEntries(fieldTypes(id, target));
  keepFieldTypes({ id: made.id, target: 'here', types: [['a', 'number']] });
  keepFieldTypes({ id: other.id, target: 'here', types: [['a', 'text']] });
  t.same([types(made.id), types(other.id), types(made.id, 'there')], [{ a: 'number' }, { a: 'text' }, {}]);
  keepFieldTypes({
    id: made.id,
    target: 'here',
    types: [
      ['a', 'boolean'],
      ['b', 'text'],
    ],
  });
  t.same(types(made.id), { a: 'boolean', b: 'text' }, 'what the database says in the end');
  keepFieldTypes({ id: made.id, target: 'there', types: [['c', 'text']] });
  t.same([types(made.id), types(made.id, 'there'), types(other.id)], [{}, { c: 'text' }, { a: 'text' }]);
  const many = Array.from({ length: MAX_FIELDS + 10 }, (_, at) => [`f${at}`, 'number'] as const);
  keepFieldTypes({ id: made.id, target: 'there', types: many });
  t.equal(fieldTypes(made.id, 'there').size, MAX_FIELDS);
  keepFieldTypes({ id: made.id, target: 'there', types: [['c', 'number']] });
  t.equal(fieldTypes(made.id, 'there').get('c'), 'number', 'one that is known changes when there is no room');
  scene.db.atomic(() => {
    scene.integrations.remove(1, made.uuid, acting);
    keepFieldTypes({ id: made.id, target: 'there', types: [['c', 'text']] });
  });
  t.same(types(made.id, 'there'), {});
});
