import type { Command } from 'commander';
import { exampleFile, masked, printed } from '../config/print.ts';
import { settledConfig } from './settings.ts';

export function register(program: Command): void {
  const config = program.command('config').description('show the configuration');
  config
    .command('print')
    .description('the effective configuration, secrets masked')
    .option('--defaults', 'the commented example file with every setting')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation config print --defaults > waystation.yaml')
    .action(print);
}

function print({ defaults = false, json = false }: { defaults?: boolean; json?: boolean }, command: Command): void {
  process.stdout.write(defaults ? exampleFile() : effective(command, json));
}

function effective(command: Command, json: boolean): string {
  const { config } = settledConfig(command);
  return json ? `${JSON.stringify(masked(config))}\n` : printed(config);
}
