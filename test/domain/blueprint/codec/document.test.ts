import t from 'tap';
import { BlueprintProblem } from '../../../../src/domain/blueprint/codec/problems.ts';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';

function problemOf(text: string): BlueprintProblem | undefined {
  try {
    readBlueprint(text);
  } catch (error) {
    if (error instanceof BlueprintProblem) return error;
    throw error;
  }
  return undefined;
}

t.test('the first mistake in the order of the text is reported with its place', async t => {
  const text = `{
  "version": "1.0",
  "typeEui": "0011223344556677",
  "uplink": [{ "payload": [
    { "name": "a", "size": 8, "type": "uint", "func": "$ +" },
    { "name": "b", "component": "nowhere" }
  ] }],
  "version": "2.0"
}`;
  t.match(problemOf(text), { reason: 'invalid_expression', pointer: '/uplink/0/payload/0/func', line: 5, column: 47 });
  t.match(problemOf(text.replace('$ +', '$')), {
    reason: 'component_not_found',
    pointer: '/uplink/0/payload/1/component',
    line: 6,
    column: 20,
  });
  t.match(problemOf(text.replace('$ +', '$').replace('"component": "nowhere"', '"size": 1, "type": "bool"')), {
    reason: 'invalid_json',
    pointer: '/version',
    line: 8,
    column: 3,
  });
});
