import t from 'tap';
import type { Observation } from '../../../src/domain/alert/seen.ts';
import type { StationStatus } from '../../../src/domain/session/session-records.ts';
import { observeStatus } from '../../../src/domain/session/status-levels.ts';

const SOURCE = { type: 'base_station', id: 3, org: 1 } as const;
const NOTHING: StationStatus = {
  ...{ code: 0, message: '', systemTimeNs: 0n, clockOffsetMs: undefined, dutyCycle: undefined, uptimeS: undefined },
  ...{ temperature: undefined, cpuLoad: undefined, memLoad: undefined, position: undefined },
};

function levels(status: Partial<StationStatus>): Record<string, number> {
  const told: Observation[] = [];
  observeStatus(seen => void told.push(seen), SOURCE, { ...NOTHING, ...status }, 7);
  return Object.fromEntries(told.map(seen => [seen.rule, 'level' in seen ? seen.level : -1]));
}

t.test('a status is seen as five levels, of what the station reports', async t => {
  t.same(levels({}), { basestation_status: 0 });
  t.same(levels({ code: 5, message: 'antenna' }), { basestation_status: 1 });
  t.same(levels({ cpuLoad: 0.2, memLoad: 0.97 }), { basestation_status: 0, basestation_load: 0.97 });
  t.same(levels({ cpuLoad: 0.5 }), { basestation_status: 0, basestation_load: 0.5 });
  t.same(levels({ temperature: -7, dutyCycle: 0.08, clockOffsetMs: -2500 }), {
    ...{ basestation_status: 0, basestation_temperature: -7, basestation_duty_cycle: 0.08, basestation_clock: 2.5 },
  });
  t.same(levels({ temperature: Number.NaN }), { basestation_status: 0 }, 'no number says nothing');
});

t.test('an error of a station is told with its code and message', async t => {
  const told: Observation[] = [];
  observeStatus(seen => void told.push(seen), SOURCE, { ...NOTHING, code: 5, message: 'antenna' }, 7);
  t.match(told, [{ rule: 'basestation_status', source: SOURCE, at: 7, data: { code: 5, message: 'antenna' } }]);
});
