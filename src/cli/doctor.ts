import type { Command } from 'commander';
import { ConfigError, type Loaded } from '../config/load.ts';
import { lockHolder } from '../config/lock.ts';
import { readRelease } from '../config/release.ts';
import { checks } from '../health/doctor/checks.ts';
import { examine, type Found, type Scene } from '../health/doctor/examine.ts';
import { systemClock } from '../kit/clock.ts';
import { listeners } from './check.ts';
import { configOf } from './settings.ts';

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
  const all: Found[] = [];
  const told = (found: Found) => {
    all.push(found);
    if (!json) console.log(linesOf(found));
  };
  const loaded = load(command, told);
  const level = loaded ? await examine(checks, await sceneOf(loaded), told) : 'fail';
  if (json) console.log(JSON.stringify({ level, findings: all }));
  if (!loaded) process.exitCode = EXIT_CONFIG;
  else if (level === 'fail') process.exitCode = 1;
}

/** Nothing else can be looked at without a configuration. */
function load(command: Command, told: (found: Found) => void): Loaded | undefined {
  try {
    return configOf(command);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const text of error.problems) told({ check: 'configuration', level: 'fail', text, todo: 'correct it first' });
    return undefined;
  }
}

async function sceneOf({ config, warnings, file }: Loaded): Promise<Scene> {
  const { version, builtAt } = readRelease();
  const holder = await lockHolder(config.data_dir);
  return {
    ...{ config, warnings, configFile: file, clock: systemClock, version, builtAt },
    server: holder && (holder.pid ?? null),
    listeners: listeners(config),
  };
}

function linesOf({ level, check, text, todo }: Found): string {
  const head = `${level.padEnd(4)}  ${check}: ${text}`;
  return todo === undefined ? head : `${head}\n      ${todo}`;
}
