import t from 'tap';
import { countedAddress, isLoopbackAddress, neighbourhoodOf } from '../../../src/kit/net/address.ts';

t.test('a client is counted by its address, of IPv6 by its /64, and neighbours share a /24 or /48', async t => {
  const cases: [string, string, string][] = [
    ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['2001:DB8:0:0:ffff::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64', '2001:db8:0::/48'],
    ['1::', '1:0:0:0::/64', '1:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
    ['', '', ''],
    ['somewhere', 'somewhere', 'somewhere'],
  ];
  for (const [address, counted, neighbourhood] of cases) {
    t.equal(countedAddress(address), counted, address);
    t.equal(neighbourhoodOf(address), neighbourhood, address);
  }
});

t.test('a loopback address is one of this machine', async t => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    t.ok(isLoopbackAddress(address), address);
  for (const address of ['192.0.2.7', '128.0.0.1', '::2', '', '127.example.org'])
    t.notOk(isLoopbackAddress(address), address);
});
