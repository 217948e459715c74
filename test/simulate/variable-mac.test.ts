import t from 'tap';
import { SimulatedStation } from '../../src/simulate/base-station.ts';
import { macUplink } from '../peers/telegrams.ts';
import { bareCenter } from './bare-center.ts';

const BS = 'fe00000000000b51';

t.test('a station offers the types of the variable MAC it was told, and reports their telegrams', async t => {
  await using center = await bareCenter();
  const dial = { host: '127.0.0.1', port: center.port, ca: center.authority.ca, bsEui: BS, macTypes: [1, 7] };
  await using station = await SimulatedStation.connect({ ...dial, ...(await center.authority.client(BS)) });
  const [line] = center.lines;
  if (!line) throw new Error('not connected');
  await line.seen('conCmp');
  line.send({ command: 'vm.status', opId: -1 });
  t.match(await line.seen('vm.statusRsp', -1), { macTypes: [] }, 'none is active by itself');
  for (const [opId, macType] of [
    [-2, 1],
    [-3, 7],
    [-4, 2],
  ]) {
    line.send({ command: 'vm.activate', opId, macType });
  }
  t.match(await line.seen('error', -4), { code: 95 }, 'another type');
  line.send({ command: 'vm.deactivate', opId: -5, macType: 1 });
  line.send({ command: 'vm.status', opId: -6 });
  t.match(await line.seen('vm.statusRsp', -6), { macTypes: [7] });
  await station.start('vm.ulData', macUplink({ macType: 7, crc: [1, 2] }));
  t.match(await line.seen('vm.ulDataCmp', 1), {});
  t.match(await line.seen('vm.ulData', 1), { macType: 7, userData: [68, 147, 21], crc: [1, 2] });
});
