import { type Open, type Telegram, Violation } from './facts.ts';
import type { Model } from './model.ts';
import type { Product, Saying } from './product.ts';
import type { World } from './world.ts';

/** A station connects, with its session or a fresh one. */
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

/** Time goes by; what a station refused is told it again meanwhile. */
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
export async function certain(model: Model, product: Product): Promise<void> {
  while (model.world.state.stations.some((_, index) => model.world.uncertain(index))) {
    await passed(model, product, 1000, false);
  }
}

/** Everything that a station can answer now. */
export function answerable(world: World): Open[] {
  return world.state.stations.flatMap(({ connected, open }) => (connected ? open : []));
}

/** Reports at the same time: whichever is taken first. */
export async function reported(
  model: Model,
  product: Product,
  by: readonly number[],
  telegram: Telegram,
): Promise<void> {
  await product.report(by, telegram);
  const courses = permutations(by).map(order => ({
    act(world: World) {
      for (const index of order) world.report(index, telegram);
    },
  }));
  await model.judge(product, ...courses);
}

/** Whether it was still heard may be unknown; the station says it again when it resumes, unless it is an answer. */
export async function lastWord(model: Model, product: Product, index: number, saying: Saying): Promise<void> {
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

function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap(first => permutations(list.filter(other => other !== first)).map(rest => [first, ...rest]));
}
