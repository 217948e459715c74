import { existsSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { systemClock } from '../../../src/kit/time/clock.ts';
import type { ActRun } from '../../../src/upkeep/box/act.ts';
import { boxActs, type RedecodeOutput } from '../../../src/upkeep/box/acts.ts';
import { runningBox } from '../../../src/upkeep/box/client.ts';
import { serveBox } from '../../../src/upkeep/box/socket.ts';

const nothing = () => {};
const TEXT = '{"version":"1","typeEui":"70b3d56770ff0001","meta":{"vendor":"M","name":"S"},"uplink":[{"payload":[]}]}';

/** None of these is asked for. */
const notHere = () => Promise.reject(new Error('nothing is delivered'));
const byHand = { test: notHere, replay: notHere, replays: notHere, parked: notHere, retry: notHere };
const calls = { call: () => Promise.reject(new Error('no API')) };

async function served(t: Test, dir = t.testdir()) {
  const path = join(dir, 'waystation.db');
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({ operator: 'o' }, '0192f000-0000-7000-8000-000000000001', 1);
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: line => logged.push(line) });
  const acts = boxActs({ store, clock: systemClock, log, channels: [], calls, byHand, administration: notHere });
  return { dir, store, acts, log, logged, server: await serveBox(dir, acts, log) };
}

function dialled(dir: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(join('/proc/self/fd', String(openSync(dir, 'r')), 'control'), () => resolve(socket));
    socket.once('error', reject);
  });
}

async function lineAfter(socket: Socket, sent: string): Promise<string> {
  socket.write(sent);
  for await (const chunk of socket) return String(chunk);
  return 'closed';
}

t.test('only who has the folder can open the socket, and it is gone with the server', async t => {
  const { dir, server } = await served(t);
  const control = join(dir, 'control');
  t.equal(statSync(control).mode & 0o777, 0o600);
  t.ok(statSync(control).isSocket());
  await server.stop();
  t.notOk(existsSync(control));
  t.equal(await runningBox(dir), undefined);
});

t.test('what a killed server has left is replaced', async t => {
  const dir = t.testdir();
  writeFileSync(join(dir, 'control'), '');
  t.equal(await runningBox(dir), undefined, 'no process listens there');
  const { server } = await served(t, dir);
  const box = await runningBox(dir);
  t.match(await box?.act('blueprint.look', { text: TEXT, system: false }), { manufacturer: { name: 'M' } });
  box?.close();
  await server.stop();
});

t.test('a folder whose name is long has its socket, too', async t => {
  const dir = join(t.testdir(), 'a'.repeat(120));
  mkdirSync(dir);
  const { server } = await served(t, dir);
  const box = await runningBox(dir);
  t.ok(box);
  box?.close();
  await server.stop();
  t.notOk(readdirSync(dir).includes('control'));
});

t.test('a folder that is not there has no server', async t => {
  t.equal(await runningBox(join(t.testdir(), 'none')), undefined);
});

t.test('what cannot be understood is answered, and the next request is, too', async t => {
  const { dir, server, logged } = await served(t);
  for (const [sent, answer] of [
    ['{', /^\{"error":/],
    ['{"act":"blueprint.none","input":{}}', /does not know blueprint\.none/],
    ['{"act":"toString","input":{}}', /does not know toString/],
    ['{"act":"blueprint.look","input":7}', /the input has to be an object/],
    ['{"act":"blueprint.look","input":{"text":1,"system":true}}', /text has to be a text/],
    ['{"act":"blueprint.look","input":{"text":"","system":1}}', /system has to be true or false/],
    [
      '{"act":"blueprint.preview","input":{"blueprint":"","direction":"up","format":0,"hex":""}}',
      /direction has to be/,
    ],
    [
      '{"act":"blueprint.preview","input":{"blueprint":"","direction":"uplink","format":256,"hex":""}}',
      /from 0 to 255/,
    ],
  ] as const) {
    const socket = await dialled(dir);
    t.match(await lineAfter(socket, `${sent}\n`), answer, sent);
    socket.destroy();
  }
  t.equal(logged.length, 8);
  const box = await runningBox(dir);
  await t.rejects(
    async () =>
      box?.act('blueprint.preview', { blueprint: 'none', direction: 'uplink', format: 0, hex: '' }).then(nothing),
    { name: 'Fault', fault: 'BlueprintNotFound' },
  );
  t.match(await box?.act('blueprint.look', { text: '{', system: false }), { refused: { fault: 'BlueprintInvalid' } });
  box?.close();
  await server.stop();
});

t.test('a line without an end is cut, and a peer that leaves disturbs no other', async t => {
  const { dir, server } = await served(t);
  const socket = await dialled(dir);
  socket.on('error', () => {});
  const closed = new Promise(resolve => socket.once('close', resolve));
  socket.resume();
  socket.write('x'.repeat(3 * 1024 * 1024));
  await closed;
  (await dialled(dir)).destroy();
  const box = await runningBox(dir);
  t.match(await box?.act('blueprint.look', { text: TEXT, system: true }), { version: '1' });
  box?.close();
  await server.stop();
});

t.test('what is asked for when the server stops is not waited for in vain', async t => {
  const { dir, server, acts, log } = await served(t);
  await server.stop();
  const begun = Promise.withResolvers<AbortSignal>();
  const never = {
    ...acts['blueprint.look'],
    run: (_input: unknown, { signal }: { signal: AbortSignal }) => {
      begun.resolve(signal);
      return new Promise<never>(() => {});
    },
  };
  const stuck = await serveBox(dir, { ...acts, 'blueprint.look': never }, log);
  const box = await runningBox(dir);
  const asked = t.rejects(
    async () => box?.act('blueprint.look', { text: '', system: false }).then(nothing),
    /the server ended before it was done/,
  );
  const signal = await begun.promise;
  await stuck.stop();
  t.ok(signal.aborted);
  await asked;
});

t.test('what a command has asked for ends early when it says so, and when it is gone', async t => {
  const { dir, server, acts, log } = await served(t);
  await server.stop();
  const begun: AbortSignal[] = [];
  let started = Promise.withResolvers<void>();
  const slow = {
    ...acts['messages.redecode'],
    run: (_input: unknown, { signal, progress }: ActRun) => {
      begun.push(signal);
      progress(3, 2);
      started.resolve();
      return new Promise<RedecodeOutput>(resolve =>
        signal.addEventListener('abort', () =>
          resolve({ looked: 3, changed: 2, success: 3, failed: 0, skipped: 0, restFrom: 7 }),
        ),
      );
    },
  };
  const other = await serveBox(dir, { ...acts, 'messages.redecode': slow }, log);
  const box = await runningBox(dir);
  const input = { from: 0, to: 1, endpoints: [] };
  const stop = new AbortController();
  const seen: number[][] = [];
  const asked = box?.act('messages.redecode', input, {
    signal: stop.signal,
    progress: (done, of) => {
      seen.push([done, of]);
      stop.abort();
    },
  });
  t.match(await asked, { looked: 3, restFrom: 7 });
  t.same(seen, [[3, 2]]);
  started = Promise.withResolvers();
  const lost = t.rejects(async () => box?.act('messages.redecode', input).then(nothing), /the server ended before/);
  await started.promise;
  const aborted = new Promise(resolve => begun[1]?.addEventListener('abort', resolve));
  t.notOk(begun[1]?.aborted, 'the stop was for the one before');
  box?.close();
  await Promise.all([lost, aborted]);
  await other.stop();
});
