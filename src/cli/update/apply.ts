import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { lockHolder } from '../../config/lock.ts';
import { actsAsRoot } from '../../kit/caller.ts';
import { packaged } from '../../kit/program.ts';
import { sleep, systemClock } from '../../kit/time/clock.ts';
import { keepAlive } from '../../simulate/keep-alive.ts';
import { type Entry, openUpdate, readJournal } from '../../update/machine/journal.ts';
import { type Layout, makeStateFolder } from '../../update/machine/layout.ts';
import { readAnswer, requestUpdate, type UpdateAnswer } from '../../update/machine/request.ts';
import { wordsOf } from '../../update/machine/state.ts';
import { UpdateRefused } from '../../update/refusal.ts';
import { settledConfig } from '../settings.ts';
import { boxOf } from './box.ts';
import { layoutFor } from './layout.ts';
import { ownerOf } from './machine.ts';
import { startUpdate } from './package.ts';

export interface ApplyOptions {
  readonly file?: string;
  readonly stale?: boolean;
  readonly downgrade?: boolean;
  readonly json?: boolean;
}

const POLL_MS = 300;
const START_EVERY = 40;
/** Container managers make one of these. */
const CONTAINERS = ['/.dockerenv', '/run/.containerenv'];

/**
 * Has the box brought to the newest release, and tells what becomes of it. It goes on when this is ended.
 * @throws UpdateRefused, or Error with one sentence
 */
export async function apply(options: ApplyOptions, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const layout = await layoutFor(config);
  await demandUpdater(layout);
  using _alive = keepAlive();
  makeStateFolder(layout, ownerOf(config));
  const { file, stale = false, downgrade = false, json = false } = options;
  if (stale && file === undefined) throw new UpdateRefused('expired', '--stale is for a bundle: say --file with it');
  const by = process.env.SUDO_USER ?? process.env.USER ?? 'an operator';
  const bundle = file === undefined ? undefined : resolve(file);
  if (bundle !== undefined && !existsSync(bundle)) throw new UpdateRefused('missing', `there is no file ${bundle}`);
  const id = requestUpdate(layout.state, { by, file: bundle, stale, downgrade, again: true });
  if (layout.systemd) await startUpdate();
  if (!json) console.log('asked: the release is looked for, and verified from the root of trust down');
  await follow(await answered(layout, id), layout, json);
}

async function demandUpdater(layout: Layout): Promise<void> {
  if (CONTAINERS.some(file => existsSync(file))) {
    throw new UpdateRefused(
      'unsuitable',
      'this is a container, whose image has no updater: start the image of the next release on the same data',
    );
  }
  if (!packaged) throw new UpdateRefused('unsuitable', 'this runs from source: update the sources');
  if (layout.systemd && !actsAsRoot()) throw new Error('an update is for root: sudo waystation update apply');
  if (layout.systemd || (await lockHolder(layout.state))) return;
  throw new UpdateRefused(
    'unsuitable',
    'nothing here could try a release and go back: start the service by `waystation serve --supervised` in place of `waystation serve`',
  );
}

async function answered(layout: Layout, id: string): Promise<UpdateAnswer> {
  for (let looked = 1; ; looked++) {
    const found = readAnswer('operator', layout.state);
    if (found?.id === id) return found;
    await sleep(systemClock, POLL_MS);
    // One that was about to end when it was asked.
    if (layout.systemd && looked % START_EVERY === 0) await startUpdate();
  }
}

async function follow(answer: UpdateAnswer, layout: Layout, json: boolean): Promise<void> {
  if ('refused' in answer) {
    if (answer.refused === 'failed') throw new Error(answer.message);
    throw new UpdateRefused(answer.refused, answer.message);
  }
  if ('newest' in answer) {
    console.log(json ? JSON.stringify({ version: answer.newest, newest: true }) : `newest: ${answer.newest} runs here`);
    return;
  }
  let shown = 0;
  for (;;) {
    const all = readJournal(layout.state);
    const entries = all.filter(({ update }) => update === answer.update);
    for (const entry of entries.slice(shown)) console.log(json ? JSON.stringify(entry) : wordsOf(entry));
    shown = entries.length;
    const last = entries.at(-1);
    if (last && openUpdate(all).length === 0) return ended(last);
    await sleep(systemClock, POLL_MS);
  }
}

function ended(last: Entry): void {
  if (last.step === 'installed') return;
  process.exitCode = 1;
  console.error(
    `waystation: ${boxOf().version} goes on, nothing that was acknowledged is lost: waystation update status`,
  );
}
