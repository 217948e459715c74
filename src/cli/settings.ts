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

/** One sentence about a failure that says what to do where that is known. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE' && port !== undefined) {
    return `port ${port} on ${address} is in use: stop what listens there, or choose another port in the configuration`;
  }
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine: correct it in the configuration`;
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} may not be opened by this user: choose one above 1023`;
  if ((code === 'EACCES' || code === 'EPERM') && path)
    return `no permission for ${path}: give it to the user that runs this`;
  if (code === 'ENOSPC') return 'the disk is full: make room and start again';
  return error.message;
}
