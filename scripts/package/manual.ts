import { settings, variableOf } from '../../src/config/schema.ts';
import { type CommandText, flattened, type OptionText } from './command-line.ts';

export interface ManualOf {
  readonly version: string;
  /** Of the page, `2026-11-21`. */
  readonly date: string;
}

/** waystation(1), from the command line and the configuration schema. */
export function manualPage(program: CommandText, { version, date }: ManualOf): string {
  const commands = flattened(program).filter(({ path, commands }) => path.length > 0 && commands.length === 0);
  return [
    `.TH WAYSTATION 1 "${date}" "Waystation ${version}" "User Commands"`,
    '.SH NAME',
    'waystation \\- mioty service center in one process',
    '.SH SYNOPSIS',
    '.B waystation',
    '.RI [ command ]',
    ...program.options.filter(({ value }) => value !== 'none').map(({ flags }) => `[${flagsText(flags)}]`),
    '.SH DESCRIPTION',
    ...DESCRIPTION,
    '.SH OPTIONS',
    'They may stand before and after every command.',
    ...program.options.flatMap(optionText),
    '.SH COMMANDS',
    ...commands.flatMap(commandText),
    '.SH CONFIGURATION',
    ...CONFIGURATION,
    ...[...settings].flatMap(([key, { about, shown, secret }]) => [
      '.TP',
      `.B ${roff(key)}`,
      text(about),
      '.br',
      // a long list needs places where a line may end
      text(`Default: ${shown.replace(/^<(.*)>$/, '$1').replaceAll('","', '", "')}`),
      ...(secret ? ['.br', text(`Better as a file: ${key}_file`)] : []),
    ]),
    '.SH EXIT STATUS',
    ...EXIT_STATUS.flatMap(([code, about]) => ['.TP', `.B ${code}`, about]),
    '.SH SIGNALS',
    ...SIGNALS.flatMap(([name, about]) => ['.TP', `.B ${name}`, about]),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, about]) => ['.TP', `.B ${name}`, about]),
    '.SH FILES',
    ...FILES.flatMap(([path, about]) => ['.TP', `.I ${roff(path)}`, about]),
    '.SH SEE ALSO',
    '.BR systemctl (1),',
    '.BR journalctl (1),',
    '.BR systemd\\-creds (1),',
    '.BR sqlite3 (1)',
    '',
  ].join('\n');
}

const DESCRIPTION = [
  'Waystation is the service center of a mioty radio network: base stations dial in over TLS, what their sensors say is',
  'stored, and application centers and API clients get it. A base station is answered only after its uplink is on the',
  'disk, so nothing that was acknowledged is lost, whenever the process or the power ends.',
  '.PP',
  'As a system service it is started by systemd and its log is in the journal:',
  '.B journalctl \\-u waystation.',
  'Commands that change something in the data directory may be run by root: what they write belongs to the owner of the',
  'folder.',
];

const SAMPLE = 'bssci.ping_s';
const CONFIGURATION = [
  'One YAML file:',
  '.BR \\-\\-config ,',
  'else',
  '.BR $PLATFORM_CONFIG ,',
  'else',
  '.IR ./waystation.yaml ,',
  'else',
  '.IR /etc/waystation/waystation.yaml ,',
  'else the defaults. Nothing must be set.',
  '.B waystation config print \\-\\-defaults',
  'prints the commented file with every setting. A dot in the names below is a section of the file. Every setting has an',
  `environment variable: PLATFORM_ and the name in upper case, with _ for each dot (${SAMPLE}: ${variableOf(SAMPLE)}),`,
  'lists with commas. Relative paths start at the data directory.',
];

const EXIT_STATUS = [
  ['0', 'done'],
  ['1', 'failed; one sentence on standard error says why'],
  ['2', 'wrong usage'],
  ['78', 'the configuration is wrong; all problems are listed and nothing was opened'],
] as const;

const SIGNALS = [
  ['SIGTERM, SIGINT', 'finish what is in flight, store it, end'],
  ['SIGHUP', 'read the certificates and the log level again; no connection is dropped'],
] as const;

const ENVIRONMENT = [
  ['PLATFORM_CONFIG', 'the configuration file'],
  ['PLATFORM_\\fI...\\fP', 'any setting, see CONFIGURATION'],
  ['CREDENTIALS_DIRECTORY', 'set by systemd; the file waystation.master\\-key there is the master key'],
] as const;

const FILES = [
  ['/etc/waystation/waystation.yaml', 'the configuration; the package ships none'],
  ['/var/lib/waystation', 'the data directory: database, keys, certificates, snapshots'],
  ['/var/lib/waystation/master.key', 'encrypts every other secret; back it up apart'],
  ['/etc/credstore/waystation.master-key', 'the master key as a systemd credential, in place of that file'],
  ['/usr/share/doc/waystation', 'the documents: README.md first'],
  ['/usr/share/waystation/proto', 'the schema of the API; beside it openapi.json, the document of the REST API'],
  ['/usr/share/waystation/examples', 'examples for reverse proxies and dashboards, and the commented configuration'],
] as const;

function commandText({ path, about, args, options, after }: CommandText): string[] {
  const usage = ['waystation', ...path, ...args.map(({ name }) => name)].join(' ');
  const own = options.filter(({ long }) => long !== '--help');
  return [
    `.SS ${roff(usage)}`,
    sentence(about),
    ...args.filter(arg => arg.about !== '').flatMap(arg => ['.TP', `.I ${roff(arg.name)}`, text(arg.about)]),
    ...own.flatMap(optionText),
    ...(after === '' ? [] : ['.PP', '.nf', ...after.split('\n').map(line => text(line)), '.fi']),
  ];
}

function optionText({ flags, about, fallback }: OptionText): string[] {
  const more = fallback === undefined || fallback === '' ? '' : ` (default: ${fallback})`;
  return ['.TP', flagsText(flags), text(about + more)];
}

/** The words of an option in bold, what stands for its value in italics. */
function flagsText(flags: string): string {
  return roff(flags)
    .replace(/(\\-\\-?[\w\\-]+|\\-\w)/g, '\\fB$1\\fP')
    .replace(/[<[]([\w\\-]+(?:\.\.\.)?|[\w:]+)[>\]]/g, '\\fI$1\\fP');
}

function sentence(words: string): string {
  return text(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`);
}

/** A line of prose: one that begins like a request must not be one. */
function text(line: string): string {
  const escaped = roff(line);
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

function roff(words: string): string {
  return words.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replaceAll('—', '\\(em');
}
