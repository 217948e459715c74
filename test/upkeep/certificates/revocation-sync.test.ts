import { rmSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { refusing } from '../../../src/database/calls.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { openRevocations, REVOKED_FILE } from '../../../src/pki/revocation.ts';
import { RevocationSync } from '../../../src/upkeep/certificates/revocation-sync.ts';
import { until } from '../../peers/center.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

const BS = '70b3d59cd0000001' as Eui;
const NOW = 1_767_225_600_000;
const LOOK_MS = 5000;
const by = { now: NOW, userId: undefined, userEmail: undefined, actor: 'test' };

const record = (serial: string) => ({
  ...{ kind: 'bs' as const, org: 1, eui: BS, serial, fingerprint: `f${serial}`, pem: 'PEM' },
  ...{ notBefore: NOW - DAY_MS, notAfter: NOW + DAY_MS },
});
const shown = (serial: string) => ({
  ...{ serial, notBefore: new Date(NOW - DAY_MS), names: [{ kind: 'bs' as const, eui: BS }] },
});

/** A database and a PKI folder, as a service center has them; `start` is a start of it. */
async function box(t: Test) {
  const dir = t.testdir();
  const clock = new ManualClock(NOW);
  const store = await openStore({ path: join(dir, 'store.db'), engine: 'better-sqlite3', synchronous: 'normal' });
  await store.write.installation.establish({}, '0192f000-0000-7000-8000-000000000001', 0);
  t.teardown(() => store.close());
  const faulty = { write: false };
  const errors: unknown[] = [];
  const log = { info() {}, warn() {}, error: (about: unknown) => errors.push(about) };
  const open = () => openRevocations(dir, log as never);
  return {
    dir,
    clock,
    store,
    faulty,
    errors,
    /** As the command line opens it. */
    open,
    revoked: () => store.read.certificates.revoked().map(({ serial }) => serial),
    async start() {
      const revocations = open();
      const guarded = {
        read: store.read,
        write: refusing(store.write, () => (faulty.write ? new Error('disk full') : undefined)),
      };
      const sync = new RevocationSync({
        voided: () => undefined,
        revocations,
        store: guarded,
        dir,
        clock,
        now: () => clock.now(),
        log: log as never,
      });
      let told = 0;
      sync.onRevoked(() => {
        told += 1;
      });
      await sync.settle();
      return { sync, covers: (serial: string) => revocations.covers(shown(serial), 'bs'), told: () => told };
    },
  };
}

t.test('what was committed before a crash holds at the next start, and spares what was made with it', async t => {
  const { store, start, open } = await box(t);
  await store.write.certificates.seen(record('0a'), NOW);
  await store.write.certificates.revokeEui('bs', BS, 'replaced', by);
  await store.write.certificates.seen(record('0b'), NOW);
  // The process ends here, before it has written to the file.
  const { covers } = await start();
  t.ok(covers('0a'));
  t.ok(covers('0c'), 'one that was never seen');
  t.notOk(covers('0b'));
  t.ok(open().covers(shown('0a'), 'bs'), 'for the command line, too');
  t.notOk(open().covers(shown('0b'), 'bs'));
});

t.test('a folder from an older backup lets no peer in again', async t => {
  const { store, dir, start, open } = await box(t);
  await store.write.certificates.seen(record('0a'), NOW);
  await store.write.certificates.seen(record('0b'), NOW);
  open().revokeSerial('0a', NOW, 'command');
  const { sync } = await start();
  rmSync(join(dir, REVOKED_FILE));
  await sync.check();
  const next = await start();
  t.ok(next.covers('0a'));
  t.notOk(next.covers('0b'));
});

t.test('a file that goes away while the server runs is made again in the same turn', async t => {
  const { store, dir, start, open } = await box(t);
  await store.write.certificates.seen(record('0a'), NOW);
  await store.write.certificates.revokeEui('bs', BS, 'deleted', by);
  const { sync, covers } = await start();
  rmSync(join(dir, REVOKED_FILE));
  const looked = sync.check();
  t.ok(covers('0a'));
  await looked;
  t.ok(open().covers(shown('0a'), 'bs'));
});

t.test('what is enforced counts at once, and each time anew', async t => {
  const { store, start } = await box(t);
  const { sync, covers, told } = await start();
  for (const serial of ['0a', '0b']) {
    await store.write.certificates.seen(record(serial), NOW);
    t.notOk(serial === '0a' && covers(serial));
    await store.write.certificates.revokeEui('bs', BS, 'deleted', by);
    sync.enforce('bs', BS);
    t.ok(covers(serial));
  }
  t.equal(told(), 2);
});

t.test('a clock that is not set does not spare what was made while it was', async t => {
  const { store, start } = await box(t);
  const { sync, covers } = await start();
  const unset = { ...by, now: 5000 };
  await store.write.certificates.revokeEui('bs', BS, 'deleted', unset);
  sync.enforce('bs', BS);
  t.ok(covers('0a'), 'one that was never seen');
  await store.write.certificates.seen(record('0b'), 6000);
  await store.write.certificates.revokeEui('bs', BS, 'deleted', unset);
  sync.enforce('bs', BS);
  t.ok(covers('0b'));
});

t.test('what is revoked beside the server is noticed by itself', async t => {
  const { store, clock, start, open, revoked } = await box(t);
  await store.write.certificates.seen(record('0a'), NOW);
  const { sync, covers, told } = await start();
  const watcher = sync.watch();
  t.teardown(() => watcher.stop());
  open().revokeSerial('0a', NOW, 'command');
  t.notOk(covers('0a'));
  await until(async () => {
    await clock.advance(LOOK_MS);
    return covers('0a') && revoked().length > 0;
  });
  t.equal(told(), 1);
  t.same(revoked(), ['0a']);
});

t.test('what came between the start and the watch is not missed', async t => {
  const { store, start, open, revoked } = await box(t);
  await store.write.certificates.seen(record('0a'), NOW);
  const { sync, covers } = await start();
  open().revokeSerial('0a', NOW, 'command');
  const watcher = sync.watch();
  t.teardown(() => watcher.stop());
  t.ok(covers('0a'));
  await until(() => revoked().length > 0);
});

t.test('while the database takes nothing, revocation holds, and it is stored later', async t => {
  const { store, clock, faulty, errors, start, open, revoked } = await box(t);
  await store.write.certificates.seen(record('0a'), NOW);
  open().revokeSerial('0a', NOW, 'command');
  faulty.write = true;
  const { sync, covers } = await start();
  t.ok(covers('0a'), 'a start is not stopped by it');
  t.equal(errors.length, 1);
  const watcher = sync.watch();
  t.teardown(() => watcher.stop());
  await clock.advance(LOOK_MS);
  t.same(revoked(), []);
  faulty.write = false;
  await until(async () => {
    await clock.advance(LOOK_MS);
    return revoked().length > 0;
  });
});
