import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { createDurably } from '../pki/files.ts';
import { parseServerNames } from '../pki/names.ts';
import { makeConfiguredPki } from './certificates/pki.ts';
import { configOf } from './settings.ts';

export function register(program: Command): void {
  program
    .command('init')
    .description('write waystation.yaml, make the CA and the server certificate; keeps what is there')
    .option('--server-name <name...>', 'host name or address that base stations dial, repeatable')
    .addHelpText('after', '\nExample:\n  $ waystation init --server-name sc.example.org --server-name 192.0.2.10')
    .action(init);
}

async function init({ serverName }: { serverName?: string[] }, command: Command): Promise<void> {
  const options = command.optsWithGlobals<{ config?: string; dataDir?: string }>();
  const file = resolve(options.config ?? process.env.PLATFORM_CONFIG ?? 'waystation.yaml');
  if (existsSync(file)) {
    console.log(`${file} is there already and stays as it is`);
    if (serverName) console.log('--server-name is ignored: set pki.server_names in that file, then run certs renew');
  } else {
    const names = parseServerNames(serverName ?? (await askNames(command)));
    createDurably(file, content(names, options.dataDir), 0o640);
    console.log(`${file} written`);
  }
  const { config } = configOf(command.setOptionValue('config', file));
  const pki = await makeConfiguredPki(config);
  console.log(
    `CA and server certificate are in ${resolve(config.data_dir, 'pki')}, valid for ${pki.server().names.join(', ')}`,
  );
}

/** Empty without a terminal to ask at: the defaults follow the machine then. */
async function askNames(command: Command): Promise<string[]> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return [];
  const proposed = configOf(command.setOptionValue('config', undefined)).config.pki.server_names.join(', ');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`Host names and addresses that base stations dial [${proposed}]: `);
    return answer.split(/[\s,]+/).filter(name => name !== '');
  } finally {
    terminal.close();
  }
}

function content(serverNames: readonly string[], dataDir: string | undefined): string {
  const settings = {
    ...(dataDir !== undefined && { data_dir: resolve(dataDir) }),
    ...(serverNames.length > 0 && { pki: { server_names: serverNames } }),
  };
  const head = '# Every setting and its default: waystation config print --defaults\n';
  return Object.keys(settings).length === 0 ? head : head + stringify(settings);
}
