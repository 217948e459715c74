import type { Command } from 'commander';
import { type Loaded, loadConfig } from '../config/load.ts';

/** The configuration the global options, the environment and the file of this call give. @throws ConfigError */
export function configOf(command: Command): Loaded {
  const { config: file, dataDir } = command.optsWithGlobals<{ config?: string; dataDir?: string }>();
  return loadConfig({
    file,
    env: process.env,
    cwd: process.cwd(),
    overrides: dataDir === undefined ? {} : { data_dir: dataDir },
  });
}

/** As `configOf`, for short commands: the warnings go to stderr. */
export function settledConfig(command: Command): Loaded {
  const loaded = configOf(command);
  for (const warning of loaded.warnings) console.error(`warning: ${warning}`);
  return loaded;
}

/** The log level as far as it can be known when something failed, be it the configuration itself. */
export function logLevel(command: Command): string {
  try {
    return configOf(command).config.log.level;
  } catch {
    // The problem was reported already; the level only decides about a stack trace.
    return process.env.PLATFORM_LOG_LEVEL ?? 'info';
  }
}
