import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/load.ts';
import { SchemaRefused } from '../database/migrate.ts';
import { explain } from './explain.ts';
import { guardOutputs } from './outputs.ts';
import { logLevel } from './settings.ts';

interface Subcommand {
  readonly about: string;
  /** Only the chosen subcommand is loaded, so `--help` and `version` answer at once. */
  load(): Promise<{ register(program: Command): void }>;
}

const subcommands: ReadonlyMap<string, Subcommand> = new Map(
  Object.entries({
    serve: { about: 'run the service center in the foreground (default)', load: () => import('./serve.ts') },
    init: { about: 'write waystation.yaml, make the CA and the server certificate', load: () => import('./init.ts') },
    check: { about: 'check the configuration and say what would be opened', load: () => import('./check.ts') },
    config: { about: 'show the configuration', load: () => import('./config.ts') },
    certs: { about: 'certificates of this server and of its peers', load: () => import('./certs.ts') },
    backup: { about: 'database, PKI and configuration in one file', load: () => import('./backup.ts') },
    bugreport: { about: 'one file for support, without secrets', load: () => import('./bugreport.ts') },
    restore: { about: 'put a backup in the place of what is there', load: () => import('./restore.ts') },
    rekey: { about: 'new master key, every secret encrypted again', load: () => import('./rekey.ts') },
    blueprint: {
      about: 'what the payloads of devices mean: check, try, import and compare descriptions',
      load: () => import('./blueprint/commands.ts'),
    },
    alerts: {
      about: 'what is wrong: list, acknowledge and silence it, test who is told',
      load: () => import('./alerts.ts'),
    },
    'api-keys': {
      about: 'keys for programs that use the API: create, list and delete them',
      load: () => import('./api-keys.ts'),
    },
    admin: {
      about: 'administrators of this server: make one, list them, let one in again',
      load: () => import('./admin.ts'),
    },
    audit: { about: 'who did what: write it into a file', load: () => import('./audit.ts') },
    integrations: {
      about: 'targets to which what happens is passed on: add, list, switch and remove them',
      load: () => import('./integrations.ts'),
    },
    messages: { about: 'what is done to stored messages', load: () => import('./messages.ts') },
    report: { about: 'reports about the site', load: () => import('./report.ts') },
    database: { about: 'what the database holds, and whether it is whole', load: () => import('./database.ts') },
    doctor: { about: 'look at everything the service needs, a line each', load: () => import('./doctor.ts') },
    simulate: { about: 'simulated base stations and application centers', load: () => import('./simulate.ts') },
    version: { about: 'version, edition, commit and libraries', load: () => import('./version.ts') },
  }),
);

/** Those that may stand before, or without, a subcommand. */
const OPTIONS_WITH_VALUE = ['--config', '--data-dir', '--ports-file'];
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** EX_DATAERR of sysexits.h: the database was written by a newer release, or cannot be brought to this one. */
const EXIT_REFUSED = 65;
/** EX_CONFIG of sysexits.h */
const EXIT_CONFIG = 78;

/** Every command there is, none of them run: the manual page and the completions are made from it. */
export async function everyCommand(): Promise<Command> {
  const program = bareProgram();
  for (const { load } of subcommands.values()) (await load()).register(program);
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
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\nExample:\n  $ waystation init --server-name sc.example.org\n  $ waystation serve')
    .showHelpAfterError('Try --help.')
    .exitOverride();
}

/** Runs the command line and resolves to the exit code: 0 done, 1 failed, 2 wrong usage, 65 database refused, 78 wrong configuration. */
export async function run(args: readonly string[]): Promise<number> {
  const program = bareProgram();
  const chosen = chosenOf(args);
  const reader = chosen === 'serve' ? 'log' : 'person';
  // The service has handlers of its own.
  const outputs = reader === 'log' ? undefined : guardOutputs(cause => console.error(`waystation: ${explain(cause)}`));
  try {
    for (const [name, { about, load }] of subcommands) {
      if (name === chosen) (await load()).register(program);
      else program.command(name).description(about);
    }
    await program.parseAsync(args, { from: 'user' });
    return (await outputs?.written()) ? EXIT_FAILED : Number(process.exitCode ?? 0);
  } catch (error) {
    if (await outputs?.written()) return EXIT_FAILED;
    return report(error, program, reader);
  }
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
  return error instanceof SchemaRefused ? EXIT_REFUSED : EXIT_FAILED;
}
