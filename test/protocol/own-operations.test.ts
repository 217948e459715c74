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
/** Added to the numbers of messages of groups. */
const IN_GROUP = 1000;
const table = {
  tell: op({ by: 'us', req: message({ n: u32 }), rsp: Empty, held: true }),
  ask: op({ by: 'us', req: Empty, rsp: Empty }),
};

interface Setting {
  answers?: object;
  refusals?: object;
  taken?: (opIds: readonly number[]) => Promise<void>;
  policy?: Partial<ErrorPolicy>;
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
function ours({ answers = {}, refusals = {}, taken, policy = {}, lowest = 0 }: Setting = {}) {
  const sent: string[] = [];
  const seen: string[] = [];
  const clock = { ms: 0 };
  const frames = new FrameReader(IDENTIFIER, 65_536);
  const reader = new MsgPackReader();
  const operations = new OwnOperations(
    {
      rules: {
        table,
        commands: commandsOf(table),
        frames: new FrameWriter(IDENTIFIER),
        errorPolicy: { ...errorPolicy, ...policy },
      },
      connection: {
        send(bytes) {
          frames.push(bytes);
          for (let payload = frames.next(); payload; payload = frames.next()) {
            const { command, opId, n } = reader.map(payload);
            sent.push(Number(n) > IN_GROUP ? `${command} ${opId} ${Number(n) - IN_GROUP}` : `${command} ${opId}`);
          }
        },
      },
      ...{ answers, refusals, ...(taken && { taken }) },
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
  /** Answers of the peer to operations of a group. @returns those that were taken for such */
  const answer = (...opIds: number[]) => {
    const command = commandsOf(table).get('tellRsp');
    return opIds.filter(opId => command && operations.answeredGrouped(command, opId, {}));
  };
  const writer = new FrameWriter(IDENTIFIER);
  /** So many messages for a group, numbered from 1. */
  const group = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      command: 'tell',
      body: writer.body(table.tell.req, { n: IN_GROUP + at + 1 }),
    }));
  return { operations, sent, seen, clock, rsp, answer, group };
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

t.test('an id that is not sent holds nothing up', async t => {
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

t.test('an operation of a connection that is gone is not waited for for ever', async t => {
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

t.test('a group leaves in one piece under ids that fall by one, in its turn', async t => {
  const { operations, sent, group } = ours({ lowest: -2 });
  const { issue, give } = later();
  const asked = operations.start('ask', {}, issue);
  operations.orderGroup(-6, group(3), () => {});
  const next = operations.start('ask', {}, async () => -9);
  t.same(sent, [], 'an earlier id is on its way');
  t.equal(operations.waiting, 5);
  await settled();
  give(-3);
  await asked;
  await next;
  t.same(sent, ['ask -3', 'tell -6 1', 'tell -7 2', 'tell -8 3', 'ask -9']);
});

t.test('frames leave in the order of the ids, whichever of group and single operation was ready first', async t => {
  const { operations, sent, group } = ours();
  const { issue, give } = later();
  const asked = operations.start('ask', {}, issue);
  operations.orderGroup(-1, group(3), () => {});
  t.same(sent, ['tell -1 1', 'tell -2 2', 'tell -3 3']);
  give(-4);
  await asked;
  operations.orderGroup(-5, group(2), () => {});
  t.same(sent.slice(3), ['ask -4', 'tell -5 1', 'tell -6 2']);
  t.equal(operations.waiting, 6);
  t.equal(operations.nameOf(-6), 'tell');
  t.equal(operations.nameOf(-7), undefined);
  operations.orderGroup(-6, group(1), () => t.fail('an id that was given once'));
  t.equal(sent.length, 6, 'never a second time');
});

t.test(
  'answers to groups are stored together, and only then completed; those that come meanwhile are stored next',
  async t => {
    const stores: { opIds: readonly number[]; stored: () => void }[] = [];
    const taken = (opIds: readonly number[]) => new Promise<void>(stored => stores.push({ opIds, stored }));
    const { operations, sent, answer, group } = ours({ taken });
    let told = 0;
    operations.orderGroup(-1, group(3), () => told++);
    operations.orderGroup(-4, group(2), () => told++);
    sent.length = 0;
    t.same(answer(-2, -5, -1), [-2, -5, -1]);
    await settled();
    t.same(
      stores.map(({ opIds }) => opIds),
      [[-2, -5, -1]],
    );
    t.same(answer(-2, -3, -9), [-3], 'an answer is taken once');
    await settled();
    t.same([sent, told, operations.waiting, stores.length], [[], 0, 5, 1], 'one write at a time');
    stores[0]?.stored();
    await settled();
    t.same(sent.splice(0), ['tellCmp -2', 'tellCmp -5', 'tellCmp -1']);
    t.same([told, operations.waiting], [2, 2]);
    t.same(stores[1]?.opIds, [-3]);
    stores[1]?.stored();
    await settled();
    t.same(sent, ['tellCmp -3']);
    t.equal(operations.nameOf(-3), undefined);
    t.equal(operations.nameOf(-4), 'tell');
    t.same(answer(-3, -5), [], 'nor later');
    answer(-4);
    await settled();
    stores[2]?.stored();
    await settled();
    t.equal(operations.waiting, 0);
  },
);

t.test('answers that cannot be stored complete nothing; they may come again', async t => {
  let works = false;
  const taken = () => (works ? Promise.resolve() : Promise.reject(new Error('disk full')));
  const { operations, sent, seen, answer, group } = ours({ taken });
  operations.orderGroup(-1, group(2), () => t.ok(works));
  sent.length = 0;
  answer(-1, -2);
  await settled();
  t.same([sent, seen, operations.waiting], [[], ['failed tell -1'], 2]);
  works = true;
  t.same(answer(-2), [-2]);
  await settled();
  t.same([sent, operations.waiting], [['tellCmp -2'], 1]);
});

t.test('an error in place of an answer ends an operation of a group, once, when that is stored', async t => {
  const refused: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const refusals = {
    async tell({ code }: { code: number }, opId: number) {
      refused.push([code, opId]);
      await promise;
    },
  };
  const { operations, sent, answer, group } = ours({ refusals });
  let told = 0;
  operations.orderGroup(-1, group(2), () => told++);
  sent.length = 0;
  const both = [operations.refused(-2, { code: 5, text: 'no' }), operations.refused(-2, { code: 6, text: 'no' })];
  t.same(answer(-2), [], 'not answered any more');
  t.equal(told, 0);
  resolve();
  await Promise.all(both);
  t.same([refused, sent, told, operations.waiting], [[[5, -2]], [], 1, 1]);
  await operations.refused(-7, { code: 5, text: 'no' });
  t.equal(refused.length, 1);
});

t.test('an answer to another operation is a mistake, and ends ours where the protocol says so', async t => {
  for (const wrongAnswer of ['fails', 'ignored'] as const) {
    const refused: number[] = [];
    const refusals = { tell: (_: object, opId: number) => refused.push(opId) };
    const { operations, sent, group } = ours({ refusals, policy: { wrongAnswer } });
    operations.orderGroup(-1, group(1), () => {});
    sent.length = 0;
    const command = commandsOf(table).get('askRsp');
    t.ok(command && operations.answeredGrouped(command, -1, {}));
    await settled();
    t.same(sent, [`error ${Posix.protocol} askRsp -1`]);
    t.same([refused, operations.waiting], wrongAnswer === 'fails' ? [[-1], 0] : [[], 1]);
  }
});

t.test('a connection that is lost takes its groups along, and what it has heard is stored all the same', async t => {
  const stored: number[] = [];
  const first = Promise.withResolvers<void>();
  const taken = async (opIds: readonly number[]) => {
    stored.push(...opIds);
    await first.promise;
  };
  const { operations, sent, answer, group } = ours({ taken });
  operations.orderGroup(-1, group(3), () => t.fail('none waits'));
  answer(-1);
  await settled();
  answer(-2);
  sent.length = 0;
  operations.lost();
  t.equal(operations.waiting, 0);
  first.resolve();
  await settled();
  t.same([stored, sent], [[-1, -2], []]);
  operations.orderGroup(-4, group(1), () => t.fail('none waits'));
  operations.repeatGroup(-3, group(1), () => t.fail('none waits'));
  t.same([sent, operations.waiting], [[], 0]);
});

t.test('a group of the time before is repeated under its ids, before what is new', async t => {
  const { operations, sent, answer, group } = ours({ lowest: -9, taken: async () => {} });
  operations.repeatGroup(-4, group(2), () => {});
  operations.repeatGroup(-8, group(1), () => {});
  operations.orderGroup(-10, group(1), () => {});
  t.same(sent.splice(0), ['tell -4 1', 'tell -5 2', 'tell -8 1', 'tell -10 1']);
  t.same(answer(-5, -6, -8, -10, -4), [-5, -8, -10, -4]);
  await settled();
  t.equal(sent.length, 4);
  t.equal(operations.waiting, 0);
});
