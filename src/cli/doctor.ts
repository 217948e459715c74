import type { Command } from 'commander';
import { ConfigError, type Loaded } from '../config/load.ts';
import { lockHolder } from '../config/lock.ts';
import { readRelease } from '../config/release.ts';
import { checks } from '../health/doctor/checks.ts';
import { examine, type Scene } from '../health/doctor/examine.ts';
import type { Finding } from '../kit/faults/finding.ts';
import { systemClock } from '../kit/time/clock.ts';
import { programForm } from '../update/program-form.ts';
import { listeners } from './check.ts';
import { configOf } from './settings.ts';
import { layoutFor } from './update/layout.ts';
import { otherPackage } from './update/other-package.ts';

const EXIT_CONFIG = 78;

export function register(program: Command): void {
  program
    .command('doctor')
    .description('look at everything the service needs, a line each; exits with 1 when something fails')
    .option('--json', 'for programs')
    .addHelpText('after', '\nWorks while the server runs or not.\n\nExample:\n  $ waystation doctor')
    .action(doctor);
}

async function doctor({ json = false }: { json?: boolean }, command: Command): Promise<void> {
  const all: Finding[] = [];
  const report = (finding: Finding) => {
    all.push(finding);
    if (!json) console.log(linesOf(finding));
  };
  const loaded = load(command, report);
  const level = loaded ? await examine(checks, await sceneOf(loaded), report) : 'fail';
  if (json) console.log(JSON.stringify({ level, findings: all }));
  if (!loaded) process.exitCode = EXIT_CONFIG;
  else if (level === 'fail') process.exitCode = 1;
}

/** Everything that the doctor finds, without a word of it. */
export async function found(command: Command): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  await examine(checks, await sceneOf(configOf(command)), finding => all.push(finding));
  return all;
}

/** Nothing else can be checked without a configuration. */
function load(command: Command, report: (finding: Finding) => void): Loaded | undefined {
  try {
    return configOf(command);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const text of error.problems)
      report({ check: 'configuration', level: 'fail', text, todo: 'correct it first' });
    return undefined;
  }
}

async function sceneOf({ config, warnings, file }: Loaded): Promise<Scene> {
  const { version, builtAt } = readRelease();
  const holder = await lockHolder(config.data_dir);
  return {
    config,
    warnings,
    configFile: file,
    clock: systemClock,
    version,
    builtAt,
    server: holder && (holder.pid ?? null),
    debianPackage: programForm() === 'deb' ? otherPackage((await layoutFor(config)).state, version) : undefined,
    listeners: listeners(config),
  };
}

function linesOf({ level, check, text, todo }: Finding): string {
  const head = `${level.padEnd(4)}  ${check}: ${text}`;
  return todo === undefined ? head : `${head}\n      ${todo}`;
}
