import t from 'tap';
import { compiledDocuments } from '../../../src/domain/blueprint/compiled.ts';
import { openDocument } from '../../../src/domain/blueprint/documents.ts';

const document = (version: string) =>
  JSON.stringify({ version, typeEui: '70b3d56770ff0001', uplink: [{ payload: [] }] });
const SIZE = document('1').length;

t.test('documents are compiled once as long as there is room, and the one used last stays', t => {
  const opened: string[] = [];
  const compiled = compiledDocuments(text => {
    const blueprint = openDocument(text);
    opened.push(blueprint.version);
    return blueprint;
  }, 2 * SIZE);
  for (const version of ['1', '2', '1', '3', '1', '2', '3', '3']) t.equal(compiled(document(version)).version, version);
  t.same(opened, ['1', '2', '3', '2', '3']);
  const long = `${document('4')}${' '.repeat(3 * SIZE)}`;
  compiled(long);
  compiled(long);
  compiled(document('3'));
  t.same(opened.slice(5), ['4', '3'], 'one that is too long is kept, alone, until the next');
  t.throws(() => compiled('{'), /BlueprintInvalid/);
  t.throws(() => compiled('{'), /BlueprintInvalid/, 'what is none is not kept');
  compiled(document('3'));
  t.equal(opened.length, 7);
  t.end();
});
