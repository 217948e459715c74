import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { masterKeyPlace } from '../../config/load.ts';
import { cleaned } from '../../kit/printable.ts';
import { layoutOf } from '../../update/machine/layout.ts';
import { KINDS, type Kind, RemainsOfBox } from '../../upkeep/reset/remains.ts';
import { type Removed, type Reset, reset } from '../../upkeep/reset/reset.ts';
import { RESET_MARK } from '../../upkeep/reset/unfinished-reset.ts';
import { withLockedDir } from '../locked.ts';
import { settledConfig } from '../settings.ts';

interface Options {
  yes?: boolean;
  json?: boolean;
}

const WORD = 'reset';
const WORDS: Readonly<Record<Kind, string>> = {
  keys: 'master key',
  certificates: 'authority, certificates and their keys',
  database: 'database: messages, endpoints, accounts, integrations, audit',
  snapshots: 'snapshots',
  restores: 'what restores have kept aside',
  updates: 'what is known of releases',
  others: 'socket of commands',
};
/** What no program can do on such a disk. */
const NOT_PROMISED = [
  'memory cards and SSDs write elsewhere what is written over: a copy of the keys may stay in cells that no program reaches',
  'messages and names are removed, not written over, and can be found on the disk until it writes there again',
  'backups, bundles of certificates and exports that were taken off this box are not reached',
];
const ADVICE = 'where that matters, keep the data on an encrypted disk and throw its key away, or destroy the medium';

export function register(program: Command): void {
  program
    .command('reset')
    .description('factory state: removes data, keys, certificates and snapshots; the server must be stopped')
    .option('--yes', 'do not ask')
    .option('--json', 'for programs; needs --yes')
    .addHelpText(
      'after',
      `
Settings stay, and so does what this program has not made. Keys are written over
first. Cut in the middle, nothing starts until it is run again.

Example:
  $ waystation reset --data-dir /var/lib/waystation`,
    )
    .action(run);
}

async function run({ yes = false, json = false }: Options, command: Command): Promise<void> {
  const { config, file } = settledConfig(command);
  if (json && !yes) command.error('error: --json asks nobody: say --yes with it');
  await withLockedDir(config, async () => {
    using box = new RemainsOfBox(config);
    const resumed = lstatSync(join(config.data_dir, RESET_MARK), { throwIfNoEntry: false }) !== undefined;
    if (!yes && (resumed || box.remains.length > 0)) await confirmed(config.data_dir, box, resumed, command);
    const done = reset(box);
    const stays = [
      ...(file === undefined ? [] : [{ path: file, why: 'settings, with the secrets that stand in them' }]),
      ...(masterKeyPlace(config).credentialsDirectory === undefined
        ? []
        : [{ path: masterKeyPlace(config).file, why: 'the master key is a credential of systemd: remove it there' }]),
    ];
    const { state, systemd } = layoutOf(config.data_dir, process.execPath);
    if (systemd && existsSync(state))
      stays.push({ path: state, why: 'journal of updates, of root: releases and dates' });
    const left = [...done.left, ...stays];
    if (json) {
      console.log(JSON.stringify({ data_dir: config.data_dir, resumed, ...done, left, not_promised: NOT_PROMISED }));
    } else for (const line of reportLines(config.data_dir, { ...done, left }, resumed)) console.log(cleaned(line));
  });
}

/** @throws Error unless a person types the word */
async function confirmed(
  dataDir: string,
  { remains }: RemainsOfBox,
  resumed: boolean,
  command: Command,
): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    command.error('error: nobody can be asked here: --yes removes everything of this box');
  }
  if (resumed) console.error(`A reset of ${dataDir} was cut before its end: this goes on with it.`);
  else console.error(`This removes everything of this box in ${dataDir}, and it cannot be taken back:`);
  for (const line of kindLines(remains)) console.error(cleaned(`  ${line}`));
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D are an answer, too.
  const ended = new Promise<string>(resolve => terminal.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([terminal.question(`Type ${WORD} to go on: `), ended]);
    if (answer.trim() !== WORD) throw new Error('nothing was removed');
  } finally {
    terminal.close();
  }
}

function reportLines(dataDir: string, { removed, overwritten, spared, left }: Reset, resumed: boolean): string[] {
  if (removed.length === 0 && !resumed) return [`there is nothing of a box in ${dataDir}`, ...leftLines(left)];
  return [
    ...kindLines(removed).map(line => `removed   ${line}`),
    `keys      ${overwritten.length} files with keys were written over before they were removed`,
    ...spared.map(path => `warning   ${path} has a second name and was not written over: its content is still there`),
    ...leftLines(left),
    ...NOT_PROMISED.map(line => `no word   ${line}`),
    `advice    ${ADVICE}`,
    `${dataDir} is as a first start finds it; base stations and application centers need new certificates`,
  ];
}

const leftLines = (left: Reset['left']): string[] => left.map(({ path, why }) => `left      ${path}: ${why}`);

function kindLines(all: readonly Removed[]): string[] {
  return KINDS.flatMap(kind => {
    const of = all.filter(each => each.kind === kind);
    if (of.length === 0) return [];
    const sum = (field: 'files' | 'bytes') => of.reduce((total, each) => total + each[field], 0);
    const files = sum('files') === 1 ? '1 file' : `${sum('files')} files`;
    return [`${WORDS[kind]} (${files}, ${(sum('bytes') / 1e6).toFixed(1)} MB)`];
  });
}
