import { StoreUnavailable } from '../../src/database/commit.ts';
import { SchemaRefused } from '../../src/database/migrate.ts';
import { fileTrouble } from '../../src/kit/faults/file-trouble.ts';
import { T0 } from '../domain/message/log-store.ts';
import { type Act, type Image, LOSSES, type Loss, PowerLost, TAKING_ROOM } from './disk.ts';
import { IoError } from './files.ts';
import { Machine } from './machine.ts';
import { DATABASE } from './node-files.ts';
import type { Procedure } from './procedures.ts';
import { Chance } from './random.ts';
import type { Simulator } from './simulator.ts';

/** How a call fails: once, for want of room, from then on, or because the power goes. */
export const WAYS = ['EIO', 'ENOSPC', 'again and again', 'power'] as const;
export type Way = (typeof WAYS)[number];

export interface Failing {
  readonly simulator: Simulator;
  readonly seed: number;
}

export interface Failed {
  /** What it ended with; undefined: it went through. */
  readonly said: unknown;
  readonly wrong: readonly string[];
}

/** Runs a procedure on a disk that works. @returns how many calls there are, and what is wrong without any failure */
export async function goodRun(failing: Failing, procedure: Procedure): Promise<{ calls: number; wrong: string[] }> {
  const machine = newMachine(failing, procedure.image);
  let calls = 0;
  machine.disk.before = () => {
    calls++;
  };
  try {
    await ran(machine, procedure);
    machine.disk.before = undefined;
    return { calls, wrong: looked(machine, procedure) };
  } catch (cause) {
    return { calls, wrong: [String(cause)] };
  } finally {
    machine.switchOff();
  }
}

/**
 * Has one call fail, and looks at how the procedure ends, and at the next one on a disk that works again.
 * @param fails which one: the first of which it says so
 * @returns undefined where no call can fail in this way
 */
export async function failedRun(
  failing: Failing,
  procedure: Procedure,
  fails: (act: Act, path: string, call: number) => boolean,
  way: Way,
  loss?: Loss,
): Promise<Failed | undefined> {
  const machine = newMachine(failing, procedure.image);
  const chance = new Chance(failing.seed);
  let calls = 0;
  let failed = false;
  machine.disk.before = (act, path) => {
    const call = calls++;
    if (failed ? way !== 'again and again' : !fails(act, path, call)) return;
    if (way === 'ENOSPC' && !TAKING_ROOM.has(act)) return;
    failed = true;
    if (way === 'power') throw new PowerLost();
    throw new IoError(way === 'ENOSPC' ? 'ENOSPC' : 'EIO', path);
  };
  const wrong: string[] = [];
  let said: unknown;
  try {
    try {
      await ran(machine, procedure);
      machine.disk.before = undefined;
      if (!failed) return undefined;
      if (way !== 'power') wrong.push(...looked(machine, procedure).map(text => `said to be done, and ${text}`));
    } catch (cause) {
      said = cause;
      if (way !== 'power' && !isClear(cause)) wrong.push(`it ends with ${textOf(cause)}`);
    }
    machine.disk.before = undefined;
    const { image } = machine.disk.after(way === 'power' ? (loss ?? chance.of(LOSSES)) : 'nothing dropped', chance);
    machine.cut();
    machine.boot(image);
    try {
      await ran(machine, procedure);
      wrong.push(...looked(machine, procedure).map(text => `the next time ${text}`));
    } catch (cause) {
      wrong.push(`the next time it ends with ${textOf(cause)}`);
    }
  } finally {
    machine.switchOff();
  }
  return { said, wrong };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

function newMachine({ simulator, seed }: Failing, image: Image): Machine {
  const machine = new Machine(simulator, new Chance(seed), T0 + 1000);
  machine.boot(image);
  machine.switchOn();
  return machine;
}

/** @throws what it ends with; the power may be off afterwards */
async function ran(machine: Machine, { run }: Procedure): Promise<void> {
  let over: { readonly failed?: unknown } | undefined;
  run(machine).then(
    () => {
      over = {};
    },
    (cause: unknown) => {
      over = { failed: cause };
    },
  );
  await machine.until(() => over !== undefined);
  if (over && 'failed' in over) throw over.failed;
}

function looked(machine: Machine, { judge }: Procedure): string[] {
  const [first] = machine.looking(db => db.prepare('PRAGMA integrity_check(1)').all()) as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') return [`${DATABASE}: ${first?.integrity_check}`];
  return [...machine.looking(db => judge(db, machine))];
}

/** Whether it is said of a disk, in the words that there are for it. */
export function isClear(cause: unknown): boolean {
  if (cause instanceof SchemaRefused || cause instanceof StoreUnavailable || fileTrouble(cause) !== undefined)
    return true;
  // The sentence of `StoreUnusable`, which comes from a thread.
  return cause instanceof Error && cause.message.includes(' cannot be opened: ');
}
