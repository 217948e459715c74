import fc from 'fast-check';
import {
  type Downlink,
  ENDPOINTS,
  FINAL,
  HELD,
  type Heard,
  type Open,
  type ResultKind,
  type Spec,
  STATIONS,
  type Telegram,
  Violation,
} from './facts.ts';
import { judgeAll, judgeFrame } from './judge.ts';
import type { Product, Saying } from './product.ts';
import type { World } from './world.ts';

/** One way in which an act may have taken its course. */
interface Course {
  act(world: World): void;
  /** What comes after the frames that the act brought. */
  then?(world: World): void;
}

/** The model of one run: the world as it was found in the end to be. */
export class Model {
  world: World;
  steps = 0;
  /** How often each event was raised and each operation written. */
  readonly tally: Map<string, number>;

  constructor(world: World, tally: Map<string, number>) {
    this.world = world;
    this.tally = tally;
  }

  /** What was seen must fit one of the courses; the world goes on with that one. @throws Violation of the first course */
  async judge(product: Product, ...courses: readonly Course[]): Promise<void> {
    const seen = await product.seen();
    let first: unknown;
    for (const { act, then } of courses) {
      const world = courses.length > 1 ? this.world.copy() : this.world;
      try {
        act(world);
        for (const frame of seen.frames) judgeFrame(world, frame);
        then?.(world);
        judgeAll(world, seen);
        this.world = world;
        for (const { type } of seen.events) this.#count(type);
        for (const { command } of seen.frames) this.#count(command);
        return;
      } catch (cause) {
        if (!(cause instanceof Violation)) throw cause;
        first ??= cause;
      }
    }
    throw first;
  }

  #count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }
}

type Step = fc.AsyncCommand<Model, Product>;

/** A command; `plan` returns undefined when it makes no sense now. */
function step<P extends object, T>(
  name: string,
  drawn: P,
  plan: (world: World, drawn: P) => T | undefined,
  run: (model: Model, product: Product, planned: T, drawn: P) => Promise<void>,
): Step {
  return {
    check: ({ world }) => plan(world, drawn) !== undefined,
    async run(model, product) {
      const planned = plan(model.world, drawn);
      if (planned === undefined) return;
      model.steps++;
      await run(model, product, planned, drawn);
    },
    toString: () => `${name} ${JSON.stringify(drawn)}`,
  };
}

const station = fc.nat({ max: STATIONS - 1 });
/** Mostly the same one, so that something happens to it. */
const endpoint = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat({ max: ENDPOINTS - 1 }) },
);
/** From the newest on, or from the oldest on: a shorter sequence still means the same one. */
const nth = fc.record({ newest: fc.boolean(), at: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2) });
const rarely = fc.constantFrom(false, false, false, false, true);
const seldom = fc.integer({ min: 0, max: 14 }).map(n => n === 14);
const counters = fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 });
/** Yes, or the code of an error. */
const code = fc.constantFrom(...Array<undefined>(9).fill(undefined), 2, 5, 11, 16, 22, 28, 95, 110);

const pick = <T>(list: readonly T[], n: { newest: boolean; at: number }) => list.at(n.newest ? -1 - n.at : n.at);
const sure = () => ({});

const queue = fc
  .record({
    endpoint,
    prio: fc.constantFrom(0, 0, 0, 1, 1.5, 5, -1),
    /** How far ahead the windows are that it is for; none: any. */
    ahead: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: counters }),
    bytes: fc.nat({ max: 3 }),
    expOnly: rarely,
    responseExp: fc.boolean(),
    dlRxStatQry: rarely,
    lifetimeS: fc.constantFrom(20, 400, 2000, 2000, 2000),
    handTo: fc.option(station, { nil: undefined }),
  })
  .map(drawn =>
    step('queue', drawn, sure, async (model, product) => {
      const { world } = model;
      const { ahead, bytes, lifetimeS, ...rest } = drawn;
      const handTo = world.policy.handOver === 'early' ? drawn.handTo : undefined;
      const packetCnts = ahead?.map(far => world.endpoint(drawn.endpoint).packetCnt + far);
      const entry = Array.from({ length: bytes }, (_, i) => i + 1);
      const userData = packetCnts?.map(() => entry) ?? [entry];
      const spec: Spec = { ...rest, packetCnts, userData, lifetimeMs: lifetimeS * 1000 };
      const full = world.unfinished(drawn.endpoint).length >= world.policy.limit;
      const queId = await product.queue(spec, world.policy.limit, handTo);
      if ((queId === undefined) !== full) throw new Violation(full ? 'more than the limit are queued' : 'not queued');
      if (queId !== undefined && world.downlink(queId)) throw new Violation(`${queId} is given twice`);
      await model.judge(product, { act: now => queId !== undefined && now.queue(queId, spec, handTo) });
    }),
  );

const revoke = fc.record({ nth, held: fc.boolean(), all: rarely }).map(drawn =>
  step(
    'revoke',
    drawn,
    world => pick(drawn.held ? world.downlinks.filter(({ state }) => HELD.has(state)) : world.downlinks, drawn.nth),
    async (model, product, { queId, spec, state }) => {
      const taken = await product.revoke(spec.endpoint, drawn.all ? undefined : queId);
      const wanted = drawn.all ? model.world.unfinished(spec.endpoint).map(each => each.queId) : [queId];
      const allowed = drawn.all || !FINAL.has(state);
      if (taken ? !same(taken, wanted) || !allowed : allowed) throw new Violation(`${queId} is ${state}: ${taken}`);
      await model.judge(product, {
        act(now) {
          for (const each of taken ?? []) now.revoke(each);
        },
      });
    },
  ),
);

const uplink = fc
  .record({
    endpoint,
    by: fc.shuffledSubarray([...Array(STATIONS).keys()], { minLength: 1 }),
    together: fc.boolean(),
    dlOpen: fc.constantFrom(true, true, true, true, false),
    responseExp: fc.boolean(),
    dlAck: fc.boolean(),
    /** Telegrams before it that nobody heard. */
    unheard: fc.constantFrom(0, 0, 0, 1),
    /** The connection of the first one breaks with it. */
    last: seldom,
  })
  .map(drawn =>
    step(
      'uplink',
      drawn,
      world => some(drawn.by.filter(index => world.station(index).connected)),
      async (model, product, by) => {
        const { unheard, endpoint: index, dlOpen, responseExp, dlAck } = drawn;
        const packetCnt = model.world.endpoint(index).packetCnt + 1 + unheard;
        model.world.endpoint(index).packetCnt = packetCnt;
        const flags = { dlOpen, responseExp: dlOpen && responseExp, dlAck };
        const { generation } = model.world.endpoint(index);
        const telegram: Telegram = { endpoint: index, packetCnt, ...flags, at: product.now(), generation };
        const [first = 0] = by;
        if (drawn.last) await lastWord(model, product, first, { kind: 'telegram', telegram });
        else if (drawn.together) await reported(model, product, by, telegram);
        else for (const one of by) await reported(model, product, [one], telegram);
      },
    ),
  );

/** A telegram is reported by one more station, or again. */
const echo = fc.record({ endpoint, station, back: fc.nat({ max: 2 }) }).map(drawn =>
  step(
    'echo',
    drawn,
    world => (world.station(drawn.station).connected ? lately(world, drawn.endpoint, drawn.back) : undefined),
    async (model, product, { by: _, given: __, occupied: ___, ...telegram }) =>
      reported(model, product, [drawn.station], telegram),
  ),
);

const answer = fc.record({ nth, code, last: seldom }).map(drawn =>
  step(
    'answer',
    drawn,
    world => pick(answerable(world).filter(aboutDownlink), drawn.nth),
    async (model, product, open) => {
      const { station: index } = open;
      if (drawn.last) await lastWord(model, product, index, { kind: 'answer', open, code: drawn.code });
      else {
        await product.answer(index, open, drawn.code);
        await model.judge(product, { act: world => world.answer(index, open.opId, drawn.code) });
      }
    },
  ),
);

/** A station answers what it was told of endpoints. */
const agree = fc.record({ station, code }).map(drawn =>
  step(
    'agree',
    drawn,
    world => {
      const open = answerable(world).filter(each => each.station === drawn.station);
      return some(open.filter(each => !aboutDownlink(each)));
    },
    async (model, product, told) => {
      for (const open of told) {
        await product.answer(open.station, open, drawn.code);
        await model.judge(product, { act: world => world.answer(open.station, open.opId, drawn.code) });
      }
    },
  ),
);

/** What became of a downlink, by a station that has it; now and then by any, of any, for any endpoint. */
const result = fc
  .record({
    nth,
    kind: fc.constantFrom<ResultKind>('sent', 'sent', 'sent', 'expired', 'invalid'),
    back: fc.nat({ max: 2 }),
    stray: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.record({ station, endpoint }) },
    ),
    last: seldom,
  })
  .map(drawn =>
    step(
      'result',
      drawn,
      world => resultOf(world, drawn.nth, drawn.stray),
      async (model, product, { index, queId, endpoint: about }) => {
        const packetCnt = usable(model.world, about, drawn.back);
        const said = { queId, endpoint: about, kind: drawn.kind, packetCnt };
        const right = model.world.downlink(queId)?.spec.endpoint === about;
        // A request that is refused is closed for the service center, whether or not the station learns of it (BSSCI 5.4).
        if (drawn.last && right) {
          await lastWord(model, product, index, { kind: 'result', result: said });
          return;
        }
        const known = await product.result(index, said);
        if (known !== right) throw new Violation(`${queId} of endpoint ${about} is ${known ? '' : 'not '}known`);
        await model.judge(product, { act: world => world.result(index, said) });
      },
    ),
  );

const cut = fc.record({ station }).map(drawn =>
  step(
    'cut',
    drawn,
    world => (world.station(drawn.station).connected ? {} : undefined),
    async (model, product) => {
      await certain(model, product);
      await product.cut(drawn.station);
      await model.judge(product, { act: world => world.cut(drawn.station) });
    },
  ),
);

const connect = fc
  .record({ station, fresh: rarely })
  .map(drawn =>
    step('connect', drawn, sure, (model, product) => connected(model, product, drawn.station, drawn.fresh)),
  );

const restart = fc.record({ hard: rarely }).map(drawn =>
  step('restart', drawn, sure, async (model, product) => {
    await certain(model, product);
    const took = await product.restart(drawn.hard);
    await model.judge(product, {
      act(world) {
        for (let index = 0; index < STATIONS; index++) world.cut(index);
        world.pass(took);
      },
    });
  }),
);

const pass = fc
  .record({ ms: fc.constantFrom(100, 600, 600, 600, 5000, 5000, 5000, 31_000, 65_000, 301_000), sweep: fc.boolean() })
  .map(drawn => step('pass', drawn, sure, (model, product) => passed(model, product, drawn.ms, drawn.sweep)));

const attach = fc.record({ endpoint, attached: fc.constantFrom(true, true, false) }).map(drawn =>
  step('attach', drawn, sure, async (model, product) => {
    const { endpoint: index, attached } = drawn;
    await (attached ? product.attach(index) : product.detach(index));
    await model.judge(product, { act: world => (attached ? world.attach(index) : world.detach(index)) });
  }),
);

const attachOverAir = fc.record({ endpoint, station }).map(drawn =>
  step(
    'attach over the air',
    drawn,
    world => (world.station(drawn.station).connected ? {} : undefined),
    async (model, product) => {
      // What was sent before belongs to the counters of before.
      await passed(model, product, 100, false);
      await product.attachOverAir(drawn.endpoint, drawn.station);
      await model.judge(product, { act: world => world.attachOverAir(drawn.endpoint, drawn.station) });
    },
  ),
);

/** What can happen; the more often it stands here, the more often it does. */
export const steps: fc.Arbitrary<Step>[] = [
  ...[
    queue,
    queue,
    queue,
    queue,
    queue,
    uplink,
    uplink,
    uplink,
    uplink,
    uplink,
    uplink,
    uplink,
    uplink,
    uplink,
    uplink,
  ],
  ...[answer, answer, answer, answer, answer, answer, result, result, result, result, result, revoke, revoke],
  ...[echo, cut, connect, connect, connect, connect, pass, pass, pass, agree, agree, attach, attachOverAir, restart],
];

export async function connected(model: Model, product: Product, index: number, fresh: boolean): Promise<void> {
  await certain(model, product);
  const { hasSession, unfinished } = model.world.station(index);
  const { resumed, resent } = await product.connect(index, fresh);
  if (resumed !== (hasSession && !fresh)) throw new Violation(`station ${index}: resumed ${resumed}`);
  await model.judge(product, {
    act(world) {
      world.cut(index);
      if (resumed) world.resume(index);
      else world.begin(index);
      world.station(index).unfinished = undefined;
      if (!resent || !unfinished) return;
      if (unfinished.kind === 'telegram') world.report(index, unfinished.telegram);
      else world.result(index, unfinished.result);
    },
  });
}

export async function passed(model: Model, product: Product, ms: number, sweep: boolean): Promise<void> {
  for (let left = ms; left > 0; ) {
    const part = Math.min(left, model.world.untilRetry);
    left -= part;
    await product.pass(part);
    await model.judge(product, { act: world => world.pass(part) });
  }
  if (!sweep) return;
  await product.sweep();
  await model.judge(product, { act: world => world.sweep() });
}

/** Time goes on until every deadline has been looked at. */
async function certain(model: Model, product: Product): Promise<void> {
  while (model.world.state.stations.some((_, index) => model.world.uncertain(index))) {
    await passed(model, product, 1000, false);
  }
}

/** Everything that a station can answer now. */
export function answerable(world: World): Open[] {
  return world.state.stations.flatMap(({ connected, open }) => (connected ? open : []));
}

const aboutDownlink = ({ command }: Open) => command === 'dlDataQue' || command === 'dlDataRev';

/** Reports at the same time: whichever is taken first. */
async function reported(model: Model, product: Product, by: readonly number[], telegram: Telegram): Promise<void> {
  await product.report(by, telegram);
  const courses = permutations(by).map(order => ({
    act(world: World) {
      for (const index of order) world.report(index, telegram);
    },
  }));
  await model.judge(product, ...courses);
}

/** Whether it was still heard may be unknown; the station says it again when it resumes, unless it is an answer. */
async function lastWord(model: Model, product: Product, index: number, saying: Saying): Promise<void> {
  await certain(model, product);
  await product.lastWord(index, saying);
  const then = (world: World) => {
    world.cut(index);
    if (saying.kind !== 'answer') world.station(index).unfinished = saying;
  };
  const heard = (world: World) => {
    if (saying.kind === 'telegram') world.report(index, saying.telegram);
    else if (saying.kind === 'result') world.result(index, saying.result);
    else world.answer(index, saying.open.opId, saying.code);
  };
  const courses = product.hearsLastWords ? [] : [{ act: () => undefined, then }];
  await model.judge(product, { act: heard, then }, ...courses);
}

function lately(world: World, index: number, back: number): Heard | undefined {
  return [...world.endpoint(index).heard.values()].at(-1 - back);
}

function resultOf(
  world: World,
  n: { newest: boolean; at: number },
  stray: { station: number; endpoint: number } | undefined,
) {
  if (stray) {
    const queId = pick<Downlink>(world.downlinks, n)?.queId ?? 1_000_000;
    return world.station(stray.station).connected
      ? { index: stray.station, queId, endpoint: stray.endpoint }
      : undefined;
  }
  const held = world.state.stations.flatMap(({ connected, holds }, index) =>
    connected ? [...holds.keys()].map(queId => ({ index, queId })) : [],
  );
  const one = pick(held, n);
  return one && { ...one, endpoint: world.downlink(one.queId)?.spec.endpoint ?? 0 };
}

/** A window that nothing was sent in yet. */
function usable(world: World, index: number, back: number): number {
  const { generation } = world.endpoint(index);
  const sent = world.downlinks.filter(
    ({ spec, txGeneration }) => spec.endpoint === index && txGeneration === generation,
  );
  const used = new Set(sent.map(({ txCnt }) => txCnt));
  let packetCnt = Math.max(world.endpoint(index).packetCnt - back, 0);
  while (used.has(packetCnt)) packetCnt++;
  return packetCnt;
}

function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap(first => permutations(list.filter(other => other !== first)).map(rest => [first, ...rest]));
}

const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);
const same = (a: readonly number[], b: readonly number[]) => [...a].sort().join() === [...b].sort().join();
