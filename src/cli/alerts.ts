import { type Command, InvalidArgumentError, Option } from 'commander';
import { type RuleName, ruleNames } from '../domain/alert/rules.ts';
import type { Silence } from '../domain/alert/silences.ts';
import type { OverviewAlert } from '../domain/notification/overview.ts';
import { parseEui } from '../kit/eui.ts';
import { cleaned } from '../kit/printable.ts';
import { everWas, minuteOf, sinceWords } from '../kit/since.ts';
import type { Moment } from '../kit/time/clock.ts';
import { lasted, lengthOf, shortId, wholeSpan } from '../notify/email/words.ts';
import { withBox } from './box.ts';
import { settledConfig } from './settings.ts';
import { tableLines } from './table.ts';
import { duration } from './values.ts';

export function register(program: Command): void {
  const alerts = program
    .command('alerts')
    .description('what is wrong: list, acknowledge and silence it, test who is told');
  alerts
    .command('list')
    .description('what is wrong, since when, and what to do')
    .option('--all', 'also what is over')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation alerts list')
    .action(list);
  alerts
    .command('acknowledge')
    .description('say that somebody knows of it: it is not repeated, and ends by itself like any other')
    .argument('<id...>', 'as list shows it')
    .option('--note <text>', 'for others', '')
    .addHelpText('after', "\nExample:\n  $ waystation alerts acknowledge 1f0c2a9b --note 'new power supply on Friday'")
    .action(acknowledge);
  alerts
    .command('silence')
    .description('tell nobody of it for some time; what is still wrong then is told')
    .option('--source <eui>', 'of this endpoint, base station or application center')
    .option('--tag <key=value>', 'of endpoints and base stations with this tag', tag)
    .addOption(new Option('--rule <name>', 'of this rule').choices(ruleNames))
    .option('--for <time>', 'for so long: 30m, 2h, 7d', duration)
    .option('--reason <text>', 'why')
    .option('--list', 'show what is silenced')
    .option('--end <id>', 'tell again of what this silence is about')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Example:
  $ waystation alerts silence --tag site=north --for 2h --reason 'mast is being painted'
  $ waystation alerts silence --list
  $ waystation alerts silence --end 9b1f0c2a`,
    )
    .action(silence);
  alerts
    .command('test')
    .description('send a test through every channel and show what happens; exits with 1 when one fails')
    .addHelpText('after', '\nExample:\n  $ waystation alerts test')
    .action(test);
}

async function list({ all = false, json = false }: { all?: boolean; json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const { alerts: found, ...at } = await withBox(config, box => box.act('alerts.list', { all }));
  if (json) {
    console.log(JSON.stringify(found.map(alertInJson)));
    return;
  }
  const open = found.filter(({ status }) => status !== 'resolved');
  console.log(open.length === 0 ? 'Nothing is wrong.' : `${open.length} open.`);
  for (const alert of found) for (const line of ['', ...alertLines(alert, at)]) console.log(line);
}

async function acknowledge(ids: readonly string[], { note }: { note: string }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const done = await withBox(config, box => box.act('alerts.acknowledge', { alerts: ids, note }));
  console.log(`${done.length} acknowledged`);
}

interface SilenceOptions {
  source?: string;
  tag?: { readonly key: string; readonly value: string };
  rule?: RuleName;
  for?: number;
  reason?: string;
  list?: boolean;
  end?: string;
  json?: boolean;
}

async function silence(options: SilenceOptions, command: Command): Promise<void> {
  const { source, tag, rule, for: forMs, reason, end, json = false } = options;
  const about = source !== undefined || tag !== undefined || rule !== undefined;
  const wanted = [options.list === true, end !== undefined, about || forMs !== undefined].filter(Boolean).length;
  if (wanted !== 1) command.error('error: one of --list, --end, or what is to be silenced: --source, --tag, --rule');
  const { config } = settledConfig(command);
  if (options.list) {
    const silences = await withBox(config, box => box.act('alerts.silences', {}));
    for (const line of json ? [JSON.stringify(silences)] : silenceLines(silences)) console.log(line);
    return;
  }
  if (end !== undefined) {
    const uuid = await withBox(config, box => box.act('alerts.endSilence', { silence: end }));
    console.log(json ? JSON.stringify({ id: uuid }) : 'ended');
    return;
  }
  if (!about) return command.error('error: name what is to be silenced: --source, --tag or --rule');
  if (forMs === undefined || reason === undefined) return command.error('error: --for and --reason are needed');
  const sourceId = source && (parseEui(source) ?? source);
  const uuid = await withBox(config, box => box.act('alerts.silence', { sourceId, tag, rule, forMs, reason }));
  if (json) console.log(JSON.stringify({ id: uuid }));
  else console.log(`silenced for ${lasted(forMs)}; waystation alerts silence --end ${shortId(uuid)} ends it`);
}

async function test(_: object, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const say = (line: string) => console.log(cleaned(line));
  const done = await withBox(config, box => box.act('alerts.test', {}, { say, signal: stop.signal }));
  if (done.length === 0)
    throw new Error('nobody is told of alerts: set alerts.email.host and alerts.email.to, and restart');
  for (const { channel, failure } of done) console.log(cleaned(`${channel}: ${failure ?? 'sent'}`));
  if (done.some(({ failure }) => failure !== null)) process.exitCode = 1;
}

function alertLines(alert: OverviewAlert, at: Moment): string[] {
  const { uuid, status, severity, title, source_name, source_id, opened_at, resolved_at, description, told } = alert;
  const { now } = at;
  const where = source_name === '' || source_name === source_id ? source_id : `${source_name} (${source_id})`;
  const head = `${(status === 'resolved' ? 'over' : severity).toUpperCase()}  ${title}: ${where}  [${shortId(uuid)}]`;
  if (status === 'resolved') {
    const end = resolved_at ?? now;
    return [cleaned(head), `  ${wholeSpan(opened_at, end, at)}`];
  }
  const length = everWas(opened_at, now) ? lengthOf(opened_at, now, at) : undefined;
  const more = [
    `${sinceWords(opened_at, now)}${length === undefined ? '' : `: ${length}`}`,
    ...(status === 'acknowledged' ? [`acknowledged by ${alert.acknowledged_by}`] : []),
    ...(alert.note === '' ? [] : [`"${alert.note}"`]),
    ...(alert.silenced_until !== null && alert.silenced_until > now
      ? [`silenced until ${minuteOf(alert.silenced_until)}`]
      : []),
    ...(alert.inhibited_by === '' ? [] : [`follows from ${alert.inhibited_by}`]),
    ...(alert.flapping ? ['comes and goes'] : []),
    ...(told.length === 0 ? [] : [`told by ${told.join(', ')}`]),
  ];
  return [head, `  ${more.join('; ')}`, `  ${description}`].map(
    line => `${line.startsWith(' ') ? '  ' : ''}${cleaned(line.trim())}`,
  );
}

function alertInJson(alert: OverviewAlert): object {
  const { uuid: id, flapping, told, ...rest } = alert;
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id,
    ...rest,
    opened_at: at(rest.opened_at),
    acknowledged_at: at(rest.acknowledged_at),
    resolved_at: at(rest.resolved_at),
    silenced_until: at(rest.silenced_until),
    flapping: flapping !== 0,
    told,
  };
}

function silenceLines(silences: readonly Silence[]): string[] {
  if (silences.length === 0) return ['Nothing is silenced.'];
  const rows = silences.map(({ uuid, rule, source_id, tag_key, tag_value, until_at, reason, created_by }) => {
    const about = [rule, source_id, ...(tag_key === '' ? [] : [`${tag_key}=${tag_value}`])].filter(part => part !== '');
    return [shortId(uuid), about.join(' '), minuteOf(until_at), created_by, reason];
  });
  return tableLines(['id', 'about', 'until', 'by', 'reason'], rows);
}

function tag(text: string): { key: string; value: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('A tag such as site=north.');
  return { key: text.slice(0, at), value: text.slice(at + 1) };
}
