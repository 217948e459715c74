import t from 'tap';
import { readBlueprint } from '../../../src/domain/blueprint/codec/read.ts';
import { commandsOf } from '../../../src/domain/blueprint/commands.ts';

const commands = (downlink: readonly object[]) =>
  commandsOf(readBlueprint(JSON.stringify({ version: '1', typeEui: '70b3d56770ff0001', downlink })));
const ids = (downlink: readonly object[]) => commands(downlink).map(({ id }) => id);

t.test('a layout is asked for by its name, or by its number where the name says too little', async t => {
  t.same(ids([{ id: 3, name: 'Set interval', payload: [] }]), ['Set interval']);
  t.same(ids([{ payload: [] }]), ['0']);
  t.same(
    ids([
      { id: 1, name: 'same', payload: [] },
      { id: 2, name: 'same', payload: [] },
      { id: 4, name: '5', payload: [] },
      { id: 5, payload: [] },
    ]),
    ['1', '2', '4', '5'],
  );
  t.same(ids([{ id: 1, crypto: 1, payload: [] }]), [], 'what is encrypted cannot be made');
});

t.test('its values are told by a JSON schema', async t => {
  const [command] = commands([
    {
      id: 9,
      name: 'all',
      description: 'All kinds',
      payload: [
        { name: 'minutes', size: 12, type: 'uint', label: 'Interval', unit: 'min' },
        { name: 'offset', size: 8, type: 'int' },
        { name: 'target', size: 8, type: 'uint', func: '$*0.5', unit: '°C' },
        { name: 'gain', size: 32, type: 'float' },
        { name: 'large', size: 64, type: 'uint' },
        { name: 'on', size: 1, type: 'bool' },
        { name: 'mode', size: 3, type: 'uint', enum: { 0: 'off', 1: 'eco' } },
        { name: 'spare', size: 4, type: 'uint', hidden: true },
        { name: 'extra', size: 8, type: 'uint', condition: '$on' },
        { name: 'text', size: 32, type: 'string' },
        { name: 'key', size: 16, type: 'binary' },
      ],
    },
  ]);
  t.same(command, {
    ...{ id: 'all', name: 'all', description: 'All kinds', format: 9 },
    parameters: {
      type: 'object',
      properties: {
        minutes: { title: 'Interval', unit: 'min', type: 'integer', minimum: 0, maximum: 4095 },
        offset: { type: 'integer', minimum: -128, maximum: 127 },
        target: { unit: '°C', type: 'number' },
        gain: { type: 'number' },
        large: { type: 'number' },
        on: { type: 'boolean' },
        mode: { enum: ['off', 'eco'] },
        spare: { type: 'integer', minimum: 0, maximum: 15 },
        extra: { type: 'integer', minimum: 0, maximum: 255 },
        text: { type: 'string', maxLength: 4 },
        key: { type: 'string', pattern: '^[0-9A-Fa-f]{4}$' },
      },
      required: ['minutes', 'offset', 'target', 'gain', 'large', 'on', 'mode', 'text', 'key'],
      additionalProperties: false,
    },
  });
});
