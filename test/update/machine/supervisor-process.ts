/**
 * What supervises a box without systemd, with shorter times, and ends itself by SIGKILL before a step that it is told. Its options come as
 * JSON in its argument.
 */
import { supervise } from '../../../src/cli/update/supervise.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { createLog } from '../../../src/kit/log.ts';
import { layoutOf } from '../../../src/update/machine/layout.ts';
import type { TrialTimes } from '../../../src/update/machine/trial.ts';

export interface SupervisorRequest {
  /** Of the settings. */
  readonly file: string;
  readonly installed: string;
  readonly version: string;
  readonly times: TrialTimes;
  /** The name of the step before which it is killed. */
  readonly killAt: string | undefined;
}

const { file, installed, version, times, killAt } = JSON.parse(process.argv[2] ?? '') as SupervisorRequest;
const { config } = loadConfig({ file, env: {}, cwd: '/', overrides: {} });
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
process.exitCode = await supervise({
  ...{ config, times, layout: layoutOf(config.data_dir, installed, false) },
  box: { version, architecture: process.arch, form: 'executable' },
  installed: { file: installed, args: [] },
  settings: ['--config', file],
  log: await createLog({ level: 'info', format: 'json' }),
  output: process.stderr,
  signal: stop.signal,
  step(name) {
    if (name === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
process.exit();
