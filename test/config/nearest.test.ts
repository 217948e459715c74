import t from 'tap';
import { distance, nearest } from '../../src/config/nearest.ts';

t.test('the distance counts inserted, deleted, replaced and swapped letters', async t => {
  t.equal(distance('port', 'port'), 0);
  t.equal(distance('port', 'ports'), 1);
  t.equal(distance('port', 'pot'), 1);
  t.equal(distance('port', 'part'), 1);
  t.equal(distance('port', 'prot'), 1);
  t.equal(distance('', 'abc'), 3);
});

t.test('the nearest name is found, and none where nothing is like it', async t => {
  t.same(nearest('bssci.pings', ['bssci.ping_s', 'bssci.dead_s']), { name: 'bssci.ping_s', distance: 1 });
  t.equal(nearest('colour', ['bssci.ping_s']), undefined);
});
