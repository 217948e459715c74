import type { Command } from 'commander';
import type { Eui } from '../kit/eui.ts';
import { systemClock } from '../kit/time/clock.ts';
import type { RedecodeOutput } from '../upkeep/box/acts.ts';
import { withBox } from './box.ts';
import { following } from './devices/follow.ts';
import { progressLine } from './recovery/progress.ts';
import { settledConfig } from './settings.ts';
import { eui, time } from './values.ts';

interface Options {
  from: number;
  to: number;
  endpoint?: readonly Eui[];
  json?: boolean;
}

export function register(program: Command): void {
  const messages = program
    .command('messages')
    .description('messages: follow them as they arrive, decode stored ones again');
  following(messages);
  messages
    .command('redecode')
    .description('decode stored messages again, by what decodes their endpoints now')
    .requiredOption('--from <time>', 'the first of them, by radio time: 2026-11-01 or 2026-11-01T12:00:00Z', time)
    .requiredOption('--to <time>', 'up to this time, which is outside', time)
    .option('--endpoint <eui>', 'of this endpoint only; may be given several times', endpoints)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
It goes on in small steps that delay no uplink, and nobody outside is told. Ctrl-C ends it and says where; what is done stays done.

Example:
  $ waystation messages redecode --from 2026-11-01 --to 2026-11-08 --endpoint 70b3d59cd0000001`,
    )
    .action(redecode);
}

async function redecode({ from, to, endpoint = [], json = false }: Options, command: Command): Promise<void> {
  if (from >= to) command.error('error: --to comes after --from');
  const { config } = settledConfig(command);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const line = progressLine(process.stderr, systemClock);
  const done = await withBox(config, box =>
    box.act(
      'messages.redecode',
      { from, to, endpoints: endpoint },
      {
        signal: stop.signal,
        progress: (looked, changed) => line.show(`${looked} messages looked at, ${changed} changed`, 0, 0),
      },
    ),
  ).finally(() => line.end());
  if (json) console.log(JSON.stringify(inJson(done)));
  else for (const text of linesOf(done, to)) console.log(text);
  if (done.restFrom !== null) process.exitCode = 1;
}

function linesOf({ looked, changed, success, failed, skipped, restFrom }: RedecodeOutput, to: number): string[] {
  return [
    `${looked} messages looked at, ${changed} changed`,
    `now ${success} decoded, ${failed} failed, ${skipped} without a blueprint`,
    ...(restFrom === null
      ? []
      : [`stopped early; go on with --from ${new Date(restFrom).toISOString()} --to ${new Date(to).toISOString()}`]),
  ];
}

function inJson({ restFrom, ...counts }: RedecodeOutput): object {
  return { ...counts, rest_from: restFrom === null ? null : new Date(restFrom).toISOString() };
}

function endpoints(text: string, before: readonly Eui[] = []): readonly Eui[] {
  return [...before, eui(text)];
}
