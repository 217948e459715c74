import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/load.ts';
import { SchemaRefused } from '../database/migrate.ts';
import { ResetUnfinished } from '../upkeep/reset/unfinished-reset.ts';
import { explain } from './explain.ts';
import { guardOutputs } from './outputs.ts';
import { logLevel } from './settings.ts';

/** What a command is for, as the help groups them. */
const GROUPS = ['Run', 'Set up', 'Devices', 'Watch', 'Repair'] as const;

interface Subcommand {
  readonly group: (typeof GROUPS)[number];
  readonly about: string;
  /** Another word for it. */
  readonly alias?: string;
  /** Only the chosen subcommand is loaded, so `--help` and `version` answer at once. */
  load(): Promise<{ register(program: Command): void }>;
}

/** In the order of the help. */
const subcommands: ReadonlyMap<string, Subcommand> = new Map(
  Object.entries({
    serve: {
      group: 'Run',
      about: 'run the service center in the foreground (default)',
      load: () => import('./serve.ts'),
    },
    status: {
      group: 'Run',
      about: 'how the running service is, what is connected and what it has stored',
      load: () => import('./status.ts'),
    },
    simulate: {
      group: 'Run',
      about: 'simulated base stations and application centers',
      load: () => import('./simulate/simulate.ts'),
    },
    version: {
      group: 'Run',
      about: 'version, edition, commit and libraries (also --version)',
      load: () => import('./version.ts'),
    },
    update: {
      group: 'Run',
      about: 'bring this box to the newest signed release, and back if that does not work',
      load: () => import('./update/update.ts'),
    },
    init: {
      group: 'Set up',
      about: 'write waystation.yaml, make the CA and the server certificate',
      load: () => import('./init.ts'),
    },
    check: {
      group: 'Set up',
      about: 'check the configuration and say what would be opened',
      load: () => import('./check.ts'),
    },
    config: { group: 'Set up', about: 'show the configuration', load: () => import('./config.ts') },
    certs: {
      group: 'Set up',
      about: 'certificates of this server and of its peers',
      load: () => import('./certificates/certs.ts'),
    },
    'api-keys': {
      group: 'Set up',
      about: 'keys for programs that use the API: create, list and delete them',
      load: () => import('./api-keys.ts'),
    },
    admin: {
      group: 'Set up',
      about: 'administrators of this server: make one, list them, let one in again',
      load: () => import('./admin.ts'),
    },
    integrations: {
      group: 'Set up',
      about: 'targets to which what happens is passed on: add, list, switch and remove them',
      load: () => import('./integrations.ts'),
    },
    'base-stations': {
      group: 'Devices',
      about: 'base stations: add, list, change and remove them, CSV in and out',
      load: () => import('./devices/base-stations.ts'),
    },
    endpoints: {
      group: 'Devices',
      about: 'sensors: add, list, change and remove them, CSV in and out',
      load: () => import('./devices/endpoints.ts'),
    },
    'device-models': {
      group: 'Devices',
      about: 'kinds of sensors that the catalog knows',
      load: () => import('./devices/device-models.ts'),
    },
    blueprint: {
      group: 'Devices',
      about: 'what the payloads of devices mean: list, check, try, import and compare descriptions',
      alias: 'blueprints',
      load: () => import('./blueprint/commands.ts'),
    },
    messages: {
      group: 'Watch',
      about: 'messages: follow them as they arrive, decode stored ones again',
      load: () => import('./messages.ts'),
    },
    alerts: {
      group: 'Watch',
      about: 'what is wrong: list, acknowledge and silence it, test who is told',
      load: () => import('./alerts.ts'),
    },
    report: { group: 'Watch', about: 'reports about the site', load: () => import('./report.ts') },
    audit: { group: 'Watch', about: 'who did what: write it into a file', load: () => import('./audit.ts') },
    doctor: {
      group: 'Repair',
      about: 'look at everything the service needs, a line each',
      load: () => import('./doctor.ts'),
    },
    database: {
      group: 'Repair',
      about: 'what the database holds, and whether it is whole',
      load: () => import('./recovery/database.ts'),
    },
    backup: {
      group: 'Repair',
      about: 'database, PKI and configuration in one file',
      load: () => import('./recovery/backup.ts'),
    },
    restore: {
      group: 'Repair',
      about: 'put a backup in the place of what is there',
      load: () => import('./recovery/restore.ts'),
    },
    rekey: {
      group: 'Repair',
      about: 'new master key, every secret encrypted again',
      load: () => import('./recovery/rekey.ts'),
    },
    reset: {
      group: 'Repair',
      about: 'factory state: remove data, keys, certificates and snapshots',
      load: () => import('./recovery/reset.ts'),
    },
    bugreport: {
      group: 'Repair',
      about: 'one file for support, without secrets',
      load: () => import('./recovery/bugreport.ts'),
    },
  } satisfies Record<string, Subcommand>),
);

/** Those that may stand before, or without, a subcommand. */
const OPTIONS_WITH_VALUE = ['--config', '--data-dir', '--ports-file'];
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** EX_DATAERR of sysexits.h: the database was written by a newer release, or cannot be brought to this one, or is half gone. */
const EXIT_REFUSED = 65;
/** EX_CONFIG of sysexits.h */
const EXIT_CONFIG = 78;

/** Every command there is, none of them run: the manual page and the completions are made from it. */
export async function everyCommand(): Promise<Command> {
  const program = bareProgram();
  for (const [name, subcommand] of subcommands) await added(program, name, subcommand);
  return program;
}

function bareProgram(): Command {
  return new Command('waystation')
    .description('A mioty service center in one process')
    .option(
      '--config <file>',
      'configuration file (else $PLATFORM_CONFIG, ./waystation.yaml, /etc/waystation/waystation.yaml)',
    )
    .option('--data-dir <dir>', 'data directory, overrides the configuration')
    .option('--version', 'as the command version')
    .configureOutput({
      writeOut: text => process.stdout.write(inLines(text, process.stdout.columns)),
    })
    .addHelpText('after', '\nExample:\n  $ waystation init --server-name sc.example.org\n  $ waystation serve')
    .showHelpAfterError('Try --help.')
    .exitOverride();
}

async function added(program: Command, name: string, { group, alias, load }: Subcommand): Promise<void> {
  (await load()).register(program);
  const command = program.commands.find(each => each.name() === name);
  command?.helpGroup(`${group}:`);
  if (alias !== undefined) command?.alias(alias);
}

/** Runs the command line and resolves to the exit code: 0 done, 1 failed, 2 wrong usage, 65 database refused, 78 wrong configuration. */
export async function run(args: readonly string[]): Promise<number> {
  const program = bareProgram();
  const chosen = isVersion(args) ? 'version' : chosenOf(args);
  const reader = chosen === 'serve' ? 'log' : 'person';
  // The service has handlers of its own.
  const outputs = reader === 'log' ? undefined : guardOutputs(cause => console.error(`waystation: ${explain(cause)}`));
  try {
    for (const [name, subcommand] of subcommands) {
      const { group, about, alias } = subcommand;
      if (chosen !== undefined && [name, alias].includes(chosen)) await added(program, name, subcommand);
      else if (alias === undefined) program.command(name).description(about).helpGroup(`${group}:`);
      else program.command(name).description(about).alias(alias).helpGroup(`${group}:`);
    }
    // Behind the others, so that it is in no group of theirs.
    program.addHelpCommand(
      new Command('help').argument('[command]').description('help for a command').helpGroup('Run:'),
    );
    await program.parseAsync(isVersion(args) ? ['version'] : args, { from: 'user' });
    return (await outputs?.written()) ? EXIT_FAILED : Number(process.exitCode ?? 0);
  } catch (error) {
    if (await outputs?.written()) return EXIT_FAILED;
    return report(error, program, reader);
  }
}

function isVersion([first]: readonly string[]): boolean {
  return first === '--version';
}

/** Prose that is longer than a line of the terminal goes on in the next; what is indented is an example, and stays. */
export function inLines(text: string, columns = 80): string {
  return text
    .split('\n')
    .flatMap(line => (line.length <= columns || line.startsWith(' ') ? [line] : wrapped(line, columns)))
    .join('\n');
}

function wrapped(line: string, columns: number): string[] {
  const lines: string[] = [];
  let last = '';
  for (const word of line.split(' ')) {
    if (last !== '' && last.length + 1 + word.length > columns) {
      lines.push(last);
      last = word;
    } else last = last === '' ? word : `${last} ${word}`;
  }
  return [...lines, last];
}

/** The subcommand the arguments name; `serve` when they name none. Anything else is for the parser to refuse. */
function chosenOf(args: readonly string[]): string | undefined {
  const words = args.filter(
    (word, index) => !word.startsWith('-') && !OPTIONS_WITH_VALUE.includes(args[index - 1] ?? ''),
  );
  const [first, second] = words;
  if (first === 'help') return second;
  if (first !== undefined) return first;
  const helpOnly = args.includes('--help') || args.includes('-h');
  return helpOnly ? undefined : 'serve';
}

function report(error: unknown, program: Command, reader: 'person' | 'log'): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (error instanceof ConfigError) {
    console.error('The configuration is wrong:');
    for (const problem of error.problems) console.error(`  ${problem}`);
    return EXIT_CONFIG;
  }
  console.error(`waystation: ${explain(error, reader)}`);
  if (['debug', 'trace'].includes(logLevel(program))) console.error(error);
  return error instanceof SchemaRefused || error instanceof ResetUnfinished ? EXIT_REFUSED : EXIT_FAILED;
}
