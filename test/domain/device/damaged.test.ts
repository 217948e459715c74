import t from 'tap';
import { contents } from '../../../src/domain/contents.ts';
import { epEui, openLog, populate, T0 } from '../message/log-store.ts';

const ACTING = { now: T0, userId: undefined, userEmail: undefined, actor: 'u' };
const TEMPERATURE = '0fc88009-8014-819b-a463-4cd3afc2c631';

t.test('a device of an older time than the registrations wraps no endpoint that was deleted since', t => {
  const log = openLog(t);
  populate(log, 2, 1);
  const { devices, endpoints } = log.stores;
  const make = (n: number) => {
    const linked = { changes: {}, equal: {}, linksOnly: true, limit: undefined, origin: 'rest' as const };
    const endpoint = { eui: epEui(n), columns: {} as never, ...linked };
    const uuid = `0198c0de-0000-7000-8000-00000000000${n}`;
    const physical = { uuid, endpoint, configuration: '{}', given: '[]' };
    const given = {
      org: 1,
      name: `device ${n}`,
      interval: undefined,
      images: [],
      templates: [TEMPERATURE],
      keys: ['temperature'],
    };
    return devices.create({ ...given, physical }, ACTING).device;
  };
  const [gone, kept] = [make(1), make(2)];
  t.ok(gone.sensors[0]?.mapping);
  const tables = ['physical_device', 'sensor_mapping'];
  for (const table of tables) log.db.exec(`CREATE TABLE earlier_${table} AS SELECT * FROM ${table}`);
  endpoints.remove(1, ACTING);
  t.equal(devices.find(1, gone.uuid)?.physical, undefined);
  for (const table of tables) {
    log.db.exec(
      `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM earlier_${table}; DROP TABLE earlier_${table}`,
    );
  }
  t.ok(devices.find(1, gone.uuid)?.physical);
  const found = { why: 'x', aside: undefined, snapshot: undefined, rejected: [] };
  contents.settle(log.db, { ...found, salvage: { whole: ['endpoint'], partial: [], left: ['device'] } }, T0);
  t.match(devices.find(1, gone.uuid), { physical: undefined, sensors: [{ mapping: undefined }] });
  t.match(devices.find(1, kept.uuid), {
    physical: { wrapped: { eui: epEui(2) } },
    sensors: [{ mapping: { source_path: 'temperature' } }],
  });
  t.end();
});
