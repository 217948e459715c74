import fc from 'fast-check';
import { answerable, certain, connected, lastWord, passed, reported } from './acts.ts';
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
import { type Step, step } from './model.ts';
import type { World } from './world.ts';

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
    /** Telegrams before it that no station heard. */
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

/** What can happen, and how often compared with the rest. */
const weights: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [17, queue],
  [26, uplink],
  [3, echo],
  [15, answer],
  [13, result],
  [5, revoke],
  [2, cut],
  [10, connect],
  [8, pass],
  [5, agree],
  [2, attach],
  [2, attachOverAir],
  [2, restart],
];
export const steps = weights.flatMap(([weight, arbitrary]) => Array<fc.Arbitrary<Step>>(weight).fill(arbitrary));

const aboutDownlink = ({ command }: Open) => command === 'dlDataQue' || command === 'dlDataRev';

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

const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);
const same = (a: readonly number[], b: readonly number[]) => [...a].sort().join() === [...b].sort().join();
