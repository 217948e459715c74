import t from 'tap';
import { Center } from '../peers/center.ts';

const changes = "SELECT data FROM event WHERE event_type = 'system.configuration_changed'";

t.test('a start with other settings says which ones differ, and not what they are', async t => {
  const dir = t.testdir();
  const first = await Center.start({ dir });
  await first.stop();
  await first.begin();
  t.same(first.rows(changes), [], 'neither the first start nor one with the same settings says anything');
  await first.stop();

  const changed = { service_center: { name: 'cellar' }, downlink: { validity_s: 7200 } };
  await using other = await Center.start({ dir, settings: changed });
  const [event] = other.rows(changes);
  t.same(JSON.parse(String(event?.data)), { keys: ['service_center.name', 'downlink.validity_s'] });
  await other.stop();
  await other.begin();
  t.equal(other.rows(changes).length, 1, 'once');
  const [noted] = other.rows("SELECT value FROM meta WHERE key = 'configuration'");
  t.notMatch(String(noted?.value), /cellar|7200/);
});
