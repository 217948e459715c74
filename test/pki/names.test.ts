import { hostname } from 'node:os';
import t from 'tap';
import { fault } from '../../src/kit/faults/faults.ts';
import { defaultServerNames, dialledHost, parseServerName, parseServerNames } from '../../src/pki/names.ts';

t.test('a server name is a DNS name or an address in one spelling', async t => {
  t.equal(parseServerName(' Center.Example. '), 'center.example');
  t.equal(parseServerName('edge_box-1'), 'edge_box-1');
  t.equal(parseServerName('192.168.0.10'), '192.168.0.10');
  t.equal(parseServerName('[2001:DB8:0:0:0:0:0:1]'), '2001:db8::1');
  t.same(parseServerNames(['a', 'A', '::1', '0:0::1']), ['a', '::1']);
});

t.test('anything else is refused', async t => {
  const bad = [
    '',
    ' ',
    '.',
    'a..b',
    '-a',
    'a-',
    '*.example',
    'a b',
    'a,b',
    'a/b',
    'http://a',
    'a:5000',
    '1.2.3',
    '1.2.3.256',
  ];
  for (const name of [...bad, 'fe80::1%eth0', 'x'.repeat(64), `${'x.'.repeat(127)}xx`, 'a\nDNS:b', 'ü.example']) {
    t.throws(() => parseServerName(name), fault('InvalidServerName'), JSON.stringify(name));
  }
});

t.test('without a setting the host name, localhost and the own addresses are named', async t => {
  const names = defaultServerNames();
  t.ok(names.includes('localhost'));
  t.ok(names.includes(hostname().toLowerCase()));
  t.ok(names.includes('127.0.0.1'));
  t.notOk(names.some(name => name.startsWith('fe80')));
  t.same(parseServerNames(names), names);
});

t.test('a station is told to dial what other machines may know', async t => {
  const own = hostname().toLowerCase();
  const bare = own.includes('.') ? 'localhost' : own;
  t.equal(dialledHost(['sc.example.org', 'localhost', '192.0.2.10']), 'sc.example.org');
  t.equal(dialledHost(['gate-of-the-operator', '192.0.2.10']), 'gate-of-the-operator');
  t.equal(dialledHost([bare, 'localhost', '127.0.0.1', '::1', '2001:db8::1', '192.0.2.10']), '192.0.2.10');
  t.equal(dialledHost([bare, 'localhost', '2001:db8::1']), '2001:db8::1');
  t.equal(dialledHost(['localhost', '127.0.0.1', '::1']), undefined);
});
