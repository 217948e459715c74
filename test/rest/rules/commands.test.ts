import t from 'tap';
import { measuring } from '../measuring.ts';

t.test('a rule commands by the name or the number of what its device can be told', async t => {
  const { box, device } = await measuring(t);
  const rule = (command: string, parameters: object) => ({
    name: `tell ${command} ${JSON.stringify(parameters)}`,
    trigger: { kind: 'telemetry', key: 'temperature', deviceIds: [device] },
    condition: { operator: 'gt', value: 10 },
    actions: [{ kind: 'command', command, parameters }],
  });
  const told = async (command: string, parameters: object) => {
    const { json } = await box.post('/api/v2/rules', rule(command, parameters));
    const asked = { deviceId: device, values: { temperature: 20 }, previous: { temperature: 1 } };
    return (await box.post(`/api/v2/rules/${json.id}/simulate`, asked)).json;
  };
  for (const command of ['Set interval', '3', '4']) {
    const { fires, actions } = await told(command, command === '4' ? { on: true } : { minutes: 300 });
    t.equal(fires, true);
    t.match(actions, [{ kind: 'command', command, error: undefined }], command);
  }
  const wrong = JSON.stringify((await told('Set interval', { minutes: 70_000 })).actions);
  t.match(wrong, /ErrTokenDownlinkEncodingFailed/, 'it is the layout of that name');
  t.match(JSON.stringify((await told('Open', {})).actions), /ErrTokenActuatorCommandNotFound/);
});
