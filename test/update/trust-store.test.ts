import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { TrustStore } from '../../src/update/trust-store.ts';
import { verifyRepository } from '../../src/update/verification.ts';
import { NOW, Repository, signer } from './repository.ts';

const look = (store: TrustStore, source: Repository) =>
  verifyRepository({ source, trusted: store.trusted, now: NOW, keep: store.keep });

t.test('what was found good is there at the next start, byte by byte', async t => {
  const folder = join(t.testdir(), 'update');
  const repository = new Repository();
  const root = repository.publishRoot();
  const store = new TrustStore(folder, root);
  t.same(store.facts, { root: 1, list: null, looked_until: null, committed: null });
  t.notOk(existsSync(folder), 'nothing is made before there is something');
  const { trusted } = await look(store, repository);
  store.commit('0.2.0');
  const again = new TrustStore(folder, root);
  t.same(again.trusted, Object.fromEntries(Object.entries(trusted).map(([role, bytes]) => [role, Buffer.from(bytes)])));
  t.match(again.facts, { root: 1, list: 1, committed: '0.2.0' });
  t.same(readdirSync(folder), ['trusted.json'], 'nothing beside it');
  t.equal(statSync(join(folder, 'trusted.json')).mode & 0o777, 0o600);
});

t.test('the highest version stays the highest', async t => {
  const store = new TrustStore(t.testdir(), new Repository().publishRoot());
  for (const version of ['0.9.0', '0.10.0', '0.9.9']) store.commit(version);
  t.equal(store.committed, '0.10.0');
});

t.test('a newer root in the program is trusted at once, and an older one changes nothing', async t => {
  const folder = t.testdir();
  const repository = new Repository();
  const first = repository.publishRoot();
  await look(new TrustStore(folder, first), repository);
  const second = repository.nextRoot();
  const store = new TrustStore(folder, second);
  t.match(store.facts, { root: 2, list: 1 });
  store.keep(store.trusted);
  t.match(new TrustStore(folder, first).facts, { root: 2 });
  const third = repository.nextRoot(() => {
    repository.roles.timestamp.keys = [signer()];
  });
  t.match(new TrustStore(folder, third).facts, { root: 3, list: null }, 'versions go with the keys');
});

t.test('what cannot be read is set aside, and trust begins again', async t => {
  const root = new Repository().publishRoot();
  for (const text of [
    '{',
    '{"waystation_update":2}',
    '{"waystation_update":1,"trusted":{"root":"x"}}',
    'x'.repeat(9e6),
  ]) {
    const folder = t.testdir();
    writeFileSync(join(folder, 'trusted.json'), text);
    const store = new TrustStore(folder, root);
    t.match(store.problem, /damaged .* set aside as trusted\.json\.damaged/);
    t.same(readdirSync(folder), ['trusted.json.damaged']);
    t.equal(store.facts.root, 1);
    t.equal(new TrustStore(folder, root).problem, undefined, 'and said once');
  }
});

t.test('no link is followed, neither for reading nor for writing', async t => {
  const folder = t.testdir({ update: {}, victim: 'unharmed' });
  const root = new Repository().publishRoot();
  const update = join(folder, 'update');
  symlinkSync('../victim', join(update, 'trusted.json.part'));
  new TrustStore(update, root).commit('0.1.0');
  t.equal(readFileSync(join(folder, 'victim'), 'utf8'), 'unharmed');
  t.equal(new TrustStore(update, root).committed, '0.1.0');
  const linked = t.testdir({ 'trusted.json': t.fixture('symlink', '/dev/zero') });
  t.throws(() => new TrustStore(linked, root), { reason: 'state', message: /is a link: remove it/ });
});

t.test(
  'where nothing can be written, what was known stays',
  { skip: process.getuid?.() === 0 && 'root may write' },
  async t => {
    const folder = t.testdir();
    const root = new Repository().publishRoot();
    new TrustStore(folder, root).commit('0.1.0');
    chmodSync(folder, 0o500);
    t.throws(() => new TrustStore(folder, root).commit('0.2.0'));
    t.equal(new TrustStore(folder, root).committed, '0.1.0');
    chmodSync(folder, 0o700);
  },
);
