import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { refusing } from '../../../src/database/calls.ts';
import { openDb } from '../../../src/database/driver.ts';
import { isIntake } from '../../../src/database/marks.ts';
import type { Domain } from '../../../src/domain/domain.ts';
import type { MacReport } from '../../../src/domain/uplink/receive.ts';
import { fileTrouble, storageFault } from '../../../src/kit/faults/file-trouble.ts';
import { createLog } from '../../../src/kit/log.ts';
import { roomText } from '../../../src/kit/room-text.ts';
import { DiskGuard } from '../../../src/upkeep/disk/disk-guard.ts';
import { diskLimits, diskSpaceAt, mostDatabaseMb } from '../../../src/upkeep/disk/disk-space.ts';
import { openLog, populate, T0 } from '../../domain/message/log-store.ts';
import { pruneLog } from '../../domain/retention/retention-scene.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

const MB = 1_048_576;

/** A disk of which a test says how full it is. */
async function disk(test: Test, totalMb: number, limits: { lowFreeMb?: number; minFreeMb?: number } = {}) {
  const dir = test.testdir();
  const path = join(dir, 'waystation.db');
  const lines: string[] = [];
  const log = await createLog({ level: 'info', format: 'json', destination: { write: line => void lines.push(line) } });
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  test.teardown(() => store.close());
  const clock = new ManualClock();
  const state = { freeMb: totalMb, reliefs: 0, measured: 0, removing: Promise.resolve(), looking: 0, atOnce: 0 };
  const guard = new DiskGuard({
    ...{ clock, log, store },
    settings: { lowFreeMb: limits.lowFreeMb, minFreeMb: limits.minFreeMb },
    async space() {
      const free = state.freeMb * MB;
      state.atOnce = Math.max(state.atOnce, ++state.looking);
      await new Promise(setImmediate);
      state.looking--;
      return { free, total: totalMb * MB };
    },
    reserve: join(dir, 'reserve'),
    async relieve(enough) {
      state.reliefs++;
      await state.removing;
      await enough();
    },
    measured: free => {
      state.measured = free;
    },
  });
  const events = () => {
    const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
    const columns = 'event_type, severity, timestamp_at';
    const rows = db.prepare(`SELECT ${columns} FROM event WHERE event_type LIKE 'system.storage%' ORDER BY seq`).all();
    db.close();
    return rows as { event_type: string; severity: string; timestamp_at: number }[];
  };
  const told = () => events().map(row => `${row.event_type.slice(15)} ${row.severity}`);
  const times = () => events().map(row => row.timestamp_at);
  const at = async (freeMb: number) => {
    state.freeMb = freeMb;
    await guard.check();
    await guard.stop();
    return guard.level;
  };
  return { guard, clock, state, store, lines, told, times, at, reserve: join(dir, 'reserve') };
}

const refusal = (written: Promise<unknown>) =>
  written.then(
    () => undefined,
    (cause: unknown) => cause,
  );

t.test('the limits are a part of a small disk and a fixed size on a large one, unless they are said', async t => {
  const cases: [totalMb: number, limits: object, low: number, full: number][] = [
    [1000, {}, 100, 50],
    [100_000, {}, 1024, 256],
    [100_000, { lowFreeMb: 300, minFreeMb: 20 }, 300, 20],
    [100_000, { lowFreeMb: 10, minFreeMb: 20 }, 20, 20],
  ];
  for (const [totalMb, limits, low, full] of cases) {
    const { lowFreeMb, minFreeMb } = { lowFreeMb: undefined, minFreeMb: undefined, ...limits };
    const found = diskLimits(totalMb * MB, { lowFreeMb, minFreeMb });
    t.same(found, { low: low * MB, full: full * MB }, `${totalMb} ${JSON.stringify(limits)}`);
  }
});

t.test('a state ends with a quarter more room than it began with, each is told once', async t => {
  const { at, told, lines, state } = await disk(t, 1000);
  const levels = [];
  for (const free of [100, 99, 101, 124, 49, 51, 62, 63, 124, 125, 126, 40, 130]) levels.push(await at(free));
  const wanted = 'enough low low low full full full low low enough enough full enough';
  t.equal(levels.join(' '), wanted);
  t.same(told(), [
    'low warning',
    'critical critical',
    'low warning',
    'recovered info',
    'critical critical',
    'recovered info',
  ]);
  t.equal(lines.length, 6, 'the log says the same');
  t.equal(state.measured, 130 * MB);
});

t.test('while there is too little, room is made; not where that is switched off', async t => {
  const { at, state, clock } = await disk(t, 1000);
  await at(200);
  t.equal(state.reliefs, 0);
  await at(99);
  t.equal(state.reliefs, 1);
  await at(98);
  t.equal(state.reliefs, 1, 'what could go is gone');
  await at(10);
  t.equal(state.reliefs, 2);
  await clock.advance(60_000);
  await at(10);
  t.equal(state.reliefs, 3);
  const off = await disk(t, 1000, { lowFreeMb: 0 });
  t.equal(await off.at(10), 'full');
  t.equal(off.state.reliefs, 0);
});

t.test('a disk without a megabyte is full, whatever its floor', async t => {
  const { at } = await disk(t, 1000, { lowFreeMb: 0, minFreeMb: 0 });
  t.equal(await at(1), 'enough');
  t.equal(await at(0.9), 'full');
  t.equal(await at(1.25), 'enough');
});

t.test('room is reserved when the disk is almost full, and given up when it is', async t => {
  const { at, reserve } = await disk(t, 1000);
  await at(200);
  t.notOk(existsSync(reserve), 'it costs nothing while there is room');
  await at(80);
  t.equal(statSync(reserve).size, 10 * MB);
  t.equal(statSync(reserve).mode & 0o777, 0o600);
  t.ok(statSync(reserve).blocks * 512 >= 10 * MB, 'it is really taken');
  await at(40);
  t.notOk(existsSync(reserve));
  await at(80);
  t.ok(existsSync(reserve));
  await at(200);
  t.notOk(existsSync(reserve));
});

t.test('looks come one after the other, so that the last of them decides about the reserve', async t => {
  const { guard, state, reserve } = await disk(t, 1000);
  state.freeMb = 80;
  const almostFull = guard.check();
  await Promise.resolve();
  state.freeMb = 900;
  await Promise.all([almostFull, guard.check()]);
  t.equal(state.atOnce, 1);
  t.equal(guard.level, 'enough');
  t.notOk(existsSync(reserve));
});

const BRINGING = /^(insert|add|create|register|receive|queue|query|start|accept|admit|begin|issue)(?![a-z])/;
/** Named like what brings something new in, and allowed while the disk is full: each with its reason. */
const GOES_ON = {
  'sessions.begin': 'a station that was let in before it was full',
  'sessions.issue': 'removing, ending and telling stations go on',
  'propagation.start': 'stations learn of what was removed',
  'centers.begin': 'centers fetch what they are owed, and then it may go',
  'centers.issue': 'the same',
  'centers.issuePing': 'the same',
  'centers.accept': 'a request without an effect of its own',
  'centerRequests.registerCompleted': 'the end of what was let in',
  'signIns.begin': 'a user who makes room has to get in',
  'externalIdentities.begin': 'the same, by a provider',
  'signIns.addTokenSecret': 'without one no user gets in',
  'corrections.begin': 'what a wrong clock has stored is set right in its place',
  'corrections.beginNow': 'the same',
  'values.begin': 'messages go only when their values are added',
  'certificates.insert': 'without a certificate a station would have to stay away',
};

t.test('a write that is marked so is refused while the disk is full, and every other goes on', async t => {
  const { at, guard, store } = await disk(t, 1000);
  await at(49);
  // What is let through ends here, by its name.
  const guarded = guard.protect({ ...store, write: refusing(store.write, name => new Error(name)) });
  const refused: string[] = [];
  for (const [group, members] of Object.entries(guarded.write)) {
    for (const [name, call] of Object.entries(members)) {
      const outcome = await refusal((call as () => Promise<unknown>)());
      const isMarked = isIntake(store.read[group as keyof Domain][name as never]);
      t.match(outcome, isMarked ? { fault: 'StorageFull' } : { message: `${group}.${name}` }, `${group}.${name}`);
      if (isMarked) refused.push(`${group}.${name}`);
    }
  }
  for (const name of ['uplinks.receive', 'attach.accept', 'endpoints.insert', 'centerRequests.queue']) {
    t.ok(refused.includes(name), `${name} is marked, whatever it is wrapped in`);
  }
  const sounding = Object.entries(store.read).flatMap(([group, members]) =>
    group.endsWith('Lists')
      ? []
      : Object.keys(members).flatMap(name => (BRINGING.test(name) ? `${group}.${name}` : [])),
  );
  t.same(
    sounding.filter(name => !refused.includes(name)).sort(),
    Object.keys(GOES_ON).sort(),
    'a write that sounds like it is marked, or named here with the reason why it is not',
  );
});

t.test('while it is full nothing new is stored, and what removes or ends goes on', async t => {
  const { at, guard, store, told } = await disk(t, 1000);
  const guarded = guard.protect(store);
  const organization = '0192f000-0000-7000-8000-000000000001';
  const box = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
  const insert = () =>
    guarded.write.accounts.updateOrganization(organization, { name: 'x' }, box, {
      now: T0,
      userId: undefined,
      userEmail: undefined,
      actor: '',
    });
  await guarded.write.installation.establish({}, organization, T0);
  await at(49);
  t.match(guard.finding, {
    level: 'fail',
    text: /^disk full: 49 of 1000 MB free, nothing is accepted below 50 MB$/,
  });
  t.match(await refusal(insert()), { fault: 'StorageFull' });
  t.match(await refusal(guarded.write.sessions.admit({ station: 1, at: T0, certificate: undefined })), {
    fault: 'StorageFull',
  });
  const telegram: MacReport = {
    ...{ macType: 1, userData: Uint8Array.of(1), arrivedAt: T0 },
    crc: 0x0102,
    reception: { station: 1, opId: 1, rxTime: 1n, snr: 1, rssi: -90 },
    progress: { session: 0, lastBs: 0, doneBs: 0 },
  };
  t.match(await refusal(guarded.write.uplinks.receiveMac(telegram)), { fault: 'StorageFull' });
  const by = { now: T0, userId: undefined, userEmail: undefined, actor: '' };
  t.match(await refusal(guarded.write.endpoints.remove(1, by)), { fault: 'EndPointNotFound' }, 'it was let through');
  await guarded.write.events.closeFolds(T0);
  t.equal(guarded.waiting, 0);
  t.equal(guarded.read.installation.value('running'), undefined);
  await at(99);
  t.match(guard.finding, {
    level: 'warn',
    text: /^disk almost full: 99 of 1000 MB free, old messages go below 100 MB$/,
  });
  await insert();
  await at(900);
  t.equal(guard.finding.level, 'ok');
  t.same(told().length, 3);
});

t.test('what cannot be told for want of room is told later', async t => {
  const { at, store, told } = await disk(t, 1000);
  const { write } = store;
  Object.assign(store, { write: refusing(write, () => new Error('database or disk is full')) });
  t.equal(await at(10), 'full');
  t.equal(await at(9), 'full');
  Object.assign(store, { write });
  await at(8);
  t.same(told(), ['critical critical']);
});

t.test(
  'a full disk that nothing could be told on is told when there is room again, and that it was full, too',
  async t => {
    const { at, store, told, clock, times } = await disk(t, 1000);
    const { write } = store;
    Object.assign(store, { write: refusing(write, () => new Error('database or disk is full')) });
    t.equal(await at(10), 'full');
    const full = clock.now();
    await clock.advance(5000);
    Object.assign(store, { write });
    t.equal(await at(900), 'enough');
    t.same(told(), ['critical critical', 'recovered info']);
    t.same(times(), [full, clock.now()]);
  },
);

t.test('a disk that is found full while room is made, and has room before the next look, is told', async t => {
  const { at, guard, state, told } = await disk(t, 1000);
  const removed = Promise.withResolvers<void>();
  state.removing = removed.promise;
  state.freeMb = 99;
  await guard.check();
  t.equal(state.reliefs, 1);
  state.freeMb = 49;
  removed.resolve();
  await guard.stop();
  t.equal(guard.level, 'full');
  t.equal(await at(900), 'enough');
  t.same(told(), ['low warning', 'critical critical', 'recovered info']);
});

t.test('the room of a real disk is read', async t => {
  const { free, total } = await diskSpaceAt(t.testdir());
  t.ok(free > 0 && total >= free);
});

t.test('no room for what SQLite keeps beside the database is no failing disk', async t => {
  const failed = (about: object) => fileTrouble(Object.assign(new Error('disk I/O error'), about));
  t.equal(failed({ code: 'SQLITE_IOERR_SHMSIZE' }), 'full');
  t.equal(failed({ code: 'ERR_SQLITE_ERROR', errcode: 4874 }), 'full');
  t.equal(failed({ code: 'ERR_SQLITE_ERROR', errcode: 778 }), 'io');
});

t.test('a large disk is counted in gigabytes', async t => {
  t.equal(roomText(49 * MB, 1000 * MB), '49 of 1000 MB');
  t.equal(roomText(79_333 * MB, 258_019 * MB), '77.4 of 251 GB');
});

t.test('a database that another connection holds past the time that is waited is the fault of the store', t => {
  const path = join(t.testdir(), 'held.db');
  for (const engine of ['better-sqlite3', 'node:sqlite'] as const) {
    const holder = openDb(path, { engine, mode: 'writer' });
    const other = openDb(path, { engine, mode: 'writer' });
    holder.exec('CREATE TABLE IF NOT EXISTS kept (a); BEGIN IMMEDIATE');
    other.exec('PRAGMA busy_timeout = 0');
    let cause: unknown;
    try {
      other.exec('INSERT INTO kept VALUES (1)');
    } catch (error) {
      cause = error;
    }
    t.equal(fileTrouble(cause), 'busy', engine);
    t.equal(storageFault(cause)?.fault, 'DatabaseError', engine);
    holder.exec('ROLLBACK');
    holder.close();
    other.close();
  }
  t.end();
});

t.test('what SQLite has no room for is not stored, all else is; removing goes on, and makes room', async t => {
  const log = openLog(t, undefined, { blockMessages: 64 });
  populate(log, 4, 2);
  const pages = () => log.stores.retention.size().file / 4096;
  const stored = new Set<number>();
  let refused = 0;
  let packetCnt = 0;
  // As the writer does it: one transaction, and after a failure memory is read again from what is stored.
  const batch = (telegrams: number[]) => {
    try {
      log.db.atomic(() => {
        for (const n of telegrams) {
          const copy = {
            endpoint: 1 + (n % 4),
            packetCnt: n,
            rxNs: BigInt(T0 + n) * 1_000_000n,
            arrivedAt: T0 + n,
          };
          log.receive({ ...copy, userData: Buffer.alloc(180, n) });
        }
      });
      for (const n of telegrams) stored.add(n);
      return true;
    } catch (cause) {
      t.match(cause, { message: /full/ });
      log.stores.uplinks.forget();
      log.stores.events.forget();
      refused++;
      return false;
    }
  };
  const close = () => {
    try {
      log.close(T0 + packetCnt + 1000);
    } catch {
      log.stores.uplinks.forget();
      log.stores.events.forget();
    }
  };
  const next = () => Array.from({ length: 16 }, () => ++packetCnt);
  for (let n = 0; n < 20; n++) {
    batch(next());
    close();
  }
  let went = 0;
  for (let round = 0; round < 3; round++) {
    log.db.exec(`PRAGMA max_page_count = ${pages() + 6 + round}`);
    const before = refused;
    const again: number[][] = [];
    while (refused < before + 5) {
      const telegrams = next();
      if (!batch(telegrams)) again.push(telegrams);
      close();
    }
    went += pruneLog(log, { deliveredUntil: T0 + 1_000_000, now: T0 + 1_000_000 });
    t.ok(batch(next()), 'what went has made room');
    log.db.exec('PRAGMA max_page_count = 1000000');
    for (const telegrams of again) t.ok(batch(telegrams), 'who repeats it is heard');
    close();
  }
  t.ok(went > 0);
  const found = log.stores.messages.after(0, 100_000).map(row => row.packetCnt ?? 0);
  t.equal(found.length + went, stored.size);
  t.ok(found.every(n => stored.has(n)));
  t.same(log.db.prepare('PRAGMA integrity_check').all(), [{ integrity_check: 'ok' }]);
});

t.test('how large a database becomes follows the size of its disk, unless it is said', t => {
  for (const [totalMb, setting, most] of [
    [64, undefined, 16],
    [4000, undefined, 1000],
    [8192, undefined, 2048],
    [1_000_000, undefined, 2048],
    [1, undefined, 1],
    [64, 2048, 2048],
    [64, 0, 0],
  ] as const) {
    t.equal(mostDatabaseMb(totalMb * MB, setting), most, `${totalMb} MB, ${setting}`);
  }
  t.end();
});
