import t from 'tap';
import { TargetError } from '../../src/integrations/failure.ts';
import { type Address, TargetGuard } from '../../src/integrations/guard.ts';

const v4 = (address: string): Address => ({ address, family: 4 });
const v6 = (address: string): Address => ({ address, family: 6 });

function guard(allow: readonly string[] = [], names: Record<string, readonly Address[]> = {}) {
  return new TargetGuard({
    allow,
    ownAddresses: () => ['192.168.7.9', 'fd12::9'],
    lookup: host => Promise.resolve(names[host] ?? []),
  });
}

const refusedLiterals = [
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.255.0.3',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
  ],
  ...[
    '[::1]',
    '::1',
    '0:0:0:0:0:0:0:1',
    '[::ffff:127.0.0.1]',
    '::ffff:7f00:1',
    '64:ff9b::127.0.0.1',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'fe80::1%eth0',
    '100.100.100.200',
    'fd00:ec2::254',
    '64:ff9b::a9fe:a9fe',
  ],
  ...['224.0.0.1', '255.255.255.255', 'ff02::1', '0.0.0.0', '0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
  ...['192.168.7.9', '::ffff:192.168.7.9', 'fd12:0::0:9', '64:ff9b::192.168.7.9'],
];

t.test('an address of the box itself, of its link or of the cloud is refused in every writing', async t => {
  for (const host of refusedLiterals) t.match(guard().literal(host), /integrations\.allow_targets/, host);
});

t.test('private and public networks are allowed, and names are not judged by themselves', async t => {
  const allowed = ['192.168.7.8', '10.0.0.1', '172.16.3.4', '100.100.100.201', 'fd12::8', '8.8.8.8', '2001:db8::1'];
  for (const host of [...allowed, 'broker.example', 'localhost.example'])
    t.equal(guard().literal(host), undefined, host);
});

t.test('what the configuration names is open, and nothing beside it', async t => {
  const opened: readonly (readonly [allow: string, host: string, open: boolean])[] = [
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.1', '::ffff:127.0.0.1', false],
    ['127.0.0.1', '64:ff9b::127.0.0.1', false],
    ['::ffff:127.0.0.1', '::ffff:7f00:1', true],
    ['::ffff:127.0.0.1', '127.0.0.1', false],
    ['127.0.0.0/8', '127.44.0.1', true],
    ['127.0.0.0/30', '127.0.0.4', false],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '127.0.0.1', false],
    ['::1', '::1', true],
    ['fe80::/64', 'fe80::9', true],
    ['fe80::/64', 'fe80:0:0:1::9', false],
    ['fe80::/61', 'fe80:0:0:7::9', true],
    ['fe80::/61', 'fe80:0:0:8::9', false],
    ['localhost', 'localhost', true],
    ['localhost', '127.0.0.1', false],
    ['192.168.7.9', '192.168.7.9', true],
  ];
  for (const [allow, host, open] of opened) {
    t.equal(guard([allow]).literal(host) === undefined, open, `${allow} and ${host}`);
  }
});

t.test('every address of a name is looked at, and the refusal names the address and the key', async t => {
  const names = { 'two.example': [v4('10.0.0.1'), v6('::ffff:7f00:1')], 'one.example': [v4('10.0.0.1')] };
  t.same(await guard([], names).addresses('one.example'), [v4('10.0.0.1')]);
  const refused = await guard([], names)
    .addresses('two.example')
    .catch((cause: unknown) => cause);
  t.ok(refused instanceof TargetError && refused.failure.notAllowed);
  t.match(refused, { message: /two\.example: ::ffff:7f00:1 is a loopback address.*integrations\.allow_targets/ });
  t.equal((await guard(['two.example'], names).addresses('two.example')).length, 2, 'a name that is allowed');
});

t.test('a name without an address, or that the name service does not know, is the fault of the target', async t => {
  await t.rejects(guard().addresses('nobody.example'), { message: /nobody\.example has no address/ });
  const broken = new TargetGuard({
    allow: [],
    lookup: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
  });
  const failed = await broken.addresses('nobody.example').catch((cause: unknown) => cause);
  t.match(failed, { message: 'the name nobody.example cannot be resolved (ENOTFOUND)' });
  t.ok(failed instanceof TargetError && !failed.failure.notAllowed);
});

t.test('the addresses of this host are read anew each time', async t => {
  const own: string[] = [];
  const changing = new TargetGuard({ allow: [], ownAddresses: () => own });
  t.equal(changing.literal('10.1.2.3'), undefined);
  own.push('10.1.2.3');
  t.match(changing.literal('10.1.2.3'), /an address of this host/);
});
