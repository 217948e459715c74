import type { Notice, NoticeKind, NoticeMessage } from '../../domain/notification/outbox.ts';
import { cleaned } from '../../kit/printable.ts';
import { everWas, minuteOf, sinceWords, spanOf } from '../../kit/since.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { JUMP_MS } from '../../kit/time/credible-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/units.ts';

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** Of a clock that may be ahead. */
const UNCONFIRMED = ' by a clock that nothing has confirmed yet';
const isDoubted = ({ now, credible }: Moment) => now - credible > JUMP_MS;

const LONGEST_SUBJECT = 120;
const SHOWN = 8;
const COUNTED: Readonly<Record<NoticeKind, string>> = {
  opened: 'new',
  raised: 'worse',
  flapping: 'coming and going',
  again: 'still open',
  resolved: 'over',
};

/** This service center, as those who read its mails know it. */
export interface Box {
  readonly name: string;
  /** Of its console, without a path; undefined where it does not know one that others reach. */
  readonly address: string | undefined;
}

/** A message as plain text: what, where, since when, and what to do. @param at when it is sent */
export function mailOf(message: NoticeMessage, { name: box, address }: Box, at: Moment): Mail {
  const { severity, counts, named } = message;
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const how = Object.entries(counts).map(([kind, n]) => `${n} ${COUNTED[kind as NoticeKind]}`);
  const [first] = named;
  const what = cleaned(first?.title ?? message.rule);
  const only = total === 1 && first ? `${sourceOf(first)}, ${onlyOne(first, at)}` : how.join(', ');
  const subject = shortened(`[${severity ?? 'over'}] ${what}: ${only} (${cleaned(box)})`);
  const rest = total - named.length;
  const text = [
    `${cleaned(box)}: ${how.join(', ')}.`,
    ...named.map(notice => paragraph(notice, address, at)),
    ...(rest > 0
      ? [`And ${rest} more: ${address === undefined ? 'waystation alerts list' : `${address}/alerts`} shows them.`]
      : []),
    `To silence it: waystation alerts silence --help. Sent ${minuteOf(message.madeAt)}${isDoubted(at) ? UNCONFIRMED : ''}.`,
  ];
  return { subject, text: `${text.join('\n\n')}\n` };
}

function onlyOne({ kind, since, at }: Notice, sentAt: Moment): string {
  if (kind !== 'resolved') return COUNTED[kind];
  const length = everWas(since, at) ? lengthOf(since, at, sentAt) : undefined;
  return length === undefined ? COUNTED.resolved : `over after ${length}`;
}

function paragraph(notice: Notice, address: string | undefined, sentAt: Moment): string {
  const { kind, severity, title, description, since, at } = notice;
  const head = `${kind === 'resolved' ? 'OVER' : severity.toUpperCase()}: ${cleaned(title)} - ${sourceOf(notice)}`;
  if (kind === 'resolved') return `${head}\n  ${wholeSpan(since, at, sentAt)}`;
  const more = kind === 'opened' ? '' : ` (${COUNTED[kind]})`;
  // the whole id is what the API wants, the address shows it in the console
  const found = address === undefined ? `alert: ${notice.id}` : `look: ${address}/alerts/${notice.id}`;
  const known = `waystation alerts acknowledge ${shortId(notice.id)}`;
  return `${head}\n  ${sinceWords(since, at)}${more}\n  ${cleaned(description)}\n  ${found}\n  known: ${known}`;
}

/** Enough of an id to be the only one, as commands show and take it. */
export function shortId(uuid: string): string {
  return uuid.slice(-SHOWN);
}

function sourceOf({ sourceName, sourceId }: Notice): string {
  const [name, id] = [cleaned(sourceName), cleaned(sourceId)];
  if (name === '' || name === id) return id === '' ? 'this service center' : id;
  return id === '' ? name : `${name} (${id})`;
}

/** Not longer than a mail program shows; whole characters only. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST_SUBJECT ? text : `${characters.slice(0, LONGEST_SUBJECT - 1).join('')}…`;
}

/** From when to when something was, and how long. Milliseconds. @param at when it is told */
export function wholeSpan(since: number, end: number, at: Moment): string {
  if (!everWas(since, end)) return `from before the clock was set to ${minuteOf(end)}`;
  const length = lengthOf(since, end, at);
  return `from ${minuteOf(since)} to ${minuteOf(end)}${length === undefined ? '' : `: ${length}`}`;
}

/** How long something was, as far as it is known. Milliseconds; undefined: nothing is. @param at when it is told */
export function lengthOf(since: number, end: number, at: Moment): string | undefined {
  const { ms, isExact } = spanOf(since, end, at);
  if (isExact) return lasted(ms);
  return ms < MINUTE_MS ? undefined : `at least ${lasted(ms)}`;
}

/** How long something was, in its two largest units. */
export function lasted(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}
