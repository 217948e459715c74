import type fc from 'fast-check';
import { Violation } from './facts.ts';
import { judgeAll, judgeFrame } from './judge.ts';
import type { Product } from './product.ts';
import type { World } from './world.ts';

/** One way in which an act may have taken its course. */
export interface Course {
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

export type Step = fc.AsyncCommand<Model, Product>;

/** A command; `plan` returns undefined when it makes no sense now. */
export function step<P extends object, T>(
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
