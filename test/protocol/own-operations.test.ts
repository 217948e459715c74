import t, { type Test } from 'tap';
import { background, impossible } from '../../src/kit/background.ts';
import type { ErrorPolicy } from '../../src/protocol/error-policy.ts';
import { Posix } from '../../src/protocol/errors.ts';
import { message, u32 } from '../../src/protocol/fields.ts';
import { FrameReader } from '../../src/protocol/frame.ts';
import { FrameWriter } from '../../src/protocol/frames.ts';
import { commandsOf, op } from '../../src/protocol/operations.ts';
import { type Outcome, OwnOperations } from '../../src/protocol/own-operations.ts';
import { MsgPackReader } from '../../src/protocol/reader.ts';

const IDENTIFIER = Buffer.from('MIOTYB01', 'latin1');
const Empty = message({});
const table = {
  tell: op({ by: 'us', req: message({ n: u32 }), rsp: Empty, held: true }),
  ask: op({ by: 'us', req: Empty, rsp: Empty }),
};

interface Setting {
  answers?: object;
  /** Lowest id of ours so far. */
  lowest?: number;
}

const errorPolicy: ErrorPolicy = {
  unknown: () => Posix.notSupported,
  foreign: () => Posix.protocol,
  field: ({ code }) => code,
  reconnect: () => undefined,
  zero: undefined,
  unknownInOrder: false,
  refusalUsesId: true,
  foreignEnds: false,
  wrongAnswer: 'fails',
  request: { code: Posix.protocol, closes: true },
  stray: { code: Posix.protocol, closes: true },
  sign: undefined,
  lateResponse: 'complete',
  repeats: true,
  reissuedInOrder: false,
  badError: undefined,
};

/** Our side of a session, with what leaves it as `command opId`, and how often something went wrong. */
function ours({ answers = {}, lowest = 0 }: Setting = {}) {
  const sent: string[] = [];
  const seen: string[] = [];
  const clock = { ms: 0 };
  const frames = new FrameReader(IDENTIFIER, 65_536);
  const reader = new MsgPackReader();
  const operations = new OwnOperations(
    {
      rules: { table, commands: commandsOf(table), frames: new FrameWriter(IDENTIFIER), errorPolicy },
      connection: {
        send(frame) {
          frames.push(frame);
          const fields = reader.map(frames.next() ?? Buffer.alloc(0));
          sent.push(`${fields.command} ${fields.opId}`);
        },
      },
      answers,
      refusals: {},
      hooks: {
        frame() {},
        late: (command, opId) => seen.push(`late ${command} ${opId}`),
        failed: (_, command, opId) => seen.push(`failed ${command} ${opId}`),
        ignored: (command, opId) => seen.push(`ignored ${command} ${opId}`),
      },
      monotonic: () => clock.ms,
    },
    lowest,
    (code, command, opId) => sent.push(`error ${code} ${command} ${opId}`),
  );
  const rsp = (name: 'tell' | 'ask', opId: number) => {
    const command = commandsOf(table).get(`${name}Rsp`);
    return command ? operations.answered(command, opId, {}) : undefined;
  };
  return { operations, sent, seen, clock, rsp };
}

/** An id that a test gives when it likes. */
function later() {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  return { issue: () => promise, give: resolve, fail: reject };
}

const settled = () => new Promise(resolve => setImmediate(resolve));
const kinds = async (t: Test, outcome: Promise<Outcome<unknown>> | undefined, kind: string) =>
  t.match(await outcome, { kind });

t.test('frames leave in the order of their ids, whichever way the ids came', async t => {
  const { operations, sent } = ours();
  const [first, second] = [later(), later()];
  const starts = [operations.start('tell', { n: 1 }, first.issue), operations.start('ask', {}, second.issue)];
  background(operations.order('tell', -3, { n: 3 }), impossible);
  background(operations.order('tell', -4, { n: 4 }), impossible);
  t.strictSame(sent, [], 'two with earlier ids are still on their way');
  second.give(-2);
  await settled();
  t.strictSame(sent, []);
  t.equal(operations.waiting, 4);
  first.give(-1);
  t.match(await Promise.all(starts), [{ opId: -1 }, { opId: -2 }]);
  t.strictSame(sent, ['tell -1', 'ask -2', 'tell -3', 'tell -4']);
  background(operations.order('tell', -5, { n: 5 }), impossible);
  t.equal(sent.at(-1), 'tell -5', 'nothing is on its way: at once');
});

t.test('an id that nobody sends holds nobody up', async t => {
  await t.test('because its start failed, or lost its sense', async t => {
    for (const error of [undefined, new Error('disk full')]) {
      const { operations, sent } = ours();
      const start = later();
      const started = operations.start('tell', { n: 1 }, start.issue).catch((cause: unknown) => cause);
      background(operations.order('tell', -2, { n: 2 }), impossible);
      t.strictSame(sent, []);
      if (error) start.fail(error);
      else start.give(undefined);
      t.equal(await started, error);
      t.strictSame(sent, ['tell -2']);
    }
  });

  await t.test('because it went to a connection that is gone', async t => {
    const { operations, sent } = ours({ lowest: -7 });
    background(operations.order('tell', -9, { n: 9 }), impossible);
    t.strictSame(sent, ['tell -9']);
    background(operations.order('tell', -8, { n: 8 }), impossible);
    t.strictSame(sent, ['tell -9'], 'an earlier one is not written behind a later one: the next resume brings it');
    const start = later();
    const started = operations.start('tell', { n: 12 }, start.issue);
    background(operations.order('tell', -11, { n: 11 }), impossible);
    t.strictSame(sent, ['tell -9'], 'the one on its way might be -10');
    start.give(-12);
    await started;
    t.strictSame(sent, ['tell -9', 'tell -11', 'tell -12']);
  });
});

t.test('what has been repeated is not written once more', async t => {
  const { operations, sent } = ours({ lowest: -4 });
  background(operations.repeat('tell', -2, { n: 2 }), impossible);
  background(operations.repeat('tell', -4, { n: 4 }), impossible);
  background(operations.order('tell', -4, { n: 4 }), impossible);
  background(operations.order('tell', -3, { n: 3 }), impossible);
  background(operations.order('tell', -5, { n: 5 }), impossible);
  t.strictSame(sent, ['tell -2', 'tell -4', 'tell -5']);
  t.equal(operations.issued(-5), true);
  t.equal(operations.issued(-6), false);
});

t.test('nobody waits for ever for an operation of a connection that is gone', async t => {
  const { operations, sent, seen } = ours();
  const [before, after, gone] = [later(), later(), later()];
  const waits = operations.start('tell', { n: 2 }, after.issue);
  const open = await operations.start('tell', { n: 1 }, async () => -1);
  const ends = operations.start('ask', {}, gone.issue);
  after.give(-3);
  operations.lost();
  await kinds(t, open?.outcome, 'lost');
  await kinds(t, (await waits)?.outcome, 'lost');
  const late = operations.start('tell', { n: 4 }, before.issue);
  before.give(-9);
  await kinds(t, (await late)?.outcome, 'lost');
  gone.give(-2);
  await kinds(t, (await ends)?.outcome, 'lost');
  t.strictSame(sent, ['tell -1']);
  t.equal(operations.waiting, 0);
  t.strictSame(seen, []);
});

t.test('an answer is completed when what it means is stored, and stays open when that fails', async t => {
  let fails = true;
  const { operations, sent, seen, rsp } = ours({
    answers: {
      async tell() {
        if (fails) throw new Error('disk full');
      },
    },
  });
  const started = await operations.start('tell', { n: 1 }, async () => -1);
  await rsp('tell', -1);
  t.strictSame(sent, ['tell -1']);
  t.strictSame(seen, ['failed tell -1']);
  fails = false;
  await rsp('tell', -1);
  t.strictSame(sent, ['tell -1', 'tellCmp -1']);
  await kinds(t, started?.outcome, 'answered');
});

t.test('what has no answer in time is told once, and taken whenever it comes', async t => {
  const { operations, sent, seen, clock, rsp } = ours();
  const held = await operations.start('tell', { n: 1 }, async () => -1);
  const fleeting = await operations.start('ask', {}, async () => -2);
  clock.ms = 60_000;
  operations.tick(60_000);
  operations.tick(60_000);
  await kinds(t, held?.outcome, 'late');
  await kinds(t, fleeting?.outcome, 'late');
  t.strictSame(seen, ['late tell -1', 'late ask -2']);
  t.equal(operations.waiting, 1, 'only what a resume repeats is still waited for');
  await rsp('tell', -1);
  await rsp('ask', -2);
  t.strictSame(sent.slice(2), ['tellCmp -1', 'askCmp -2']);
});
