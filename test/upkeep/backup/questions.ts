import fc from 'fast-check';
import { DAY_MS } from '../../../src/kit/units.ts';
import { type WireMethod, wireMethods } from '../../../src/rpc/serve/wire.ts';
import { type Operation, operations } from '../../contract/document.ts';
import { draftOf, sent } from '../../contract/draft.ts';
import { validInput } from '../../contract/inputs.ts';
import type { Things } from '../../contract/things.ts';
import { type Sent, Wire } from '../../contract/wire.ts';
import { allRows } from '../../identity/rows.ts';
import type { Center } from '../../peers/center.ts';
import { schema } from '../../rpc/harness.ts';

const PLATFORM = '/platform.api.v1.PlatformService/';
const READS = /^(Get|List|Search|Export|Stream|DecodePreview)/;
const READS_OF_SERVICES = /\/(Get|List|Search|Find|Query|Check|Read|Stream)\w*$/;
/** Requests of one operation of REST: filters and pages are met by some of them. */
const REQUESTS = 8;
const SEED = 29;
/** Items of a stream that are looked at. All that is stored comes at once, the first of it after a while on a busy machine. */
const MOST_ITEMS = 50;
const PATIENCE_MS = 10_000;
const PAUSE_MS = 1000;

/** Something that reads, as it is asked each time. */
export interface Question {
  readonly name: string;
  readonly request: object;
  ask(center: Center): Promise<Answer>;
}

export interface Answer {
  readonly isServed: boolean;
  readonly body: unknown;
}

export type Headers = Readonly<Record<string, string>>;

/** A key that asks for sign-ins is refused, which is an event among others; a report is of the process that makes it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['listOwnSessions', 'getBugReport']);

/** Every operation of REST and every method of the named services that read. */
export function restQuestions(things: Things, headers: Headers): Question[] {
  const reading = operations.filter(
    ({ id, method, path }) => !LEFT_OUT.has(id) && (method === 'GET' || READS_OF_SERVICES.test(path)),
  );
  return reading.flatMap(operation =>
    fc.sample(validInput(operation), { numRuns: REQUESTS, seed: SEED }).map(input => {
      const request = sent(draftOf(operation, input, things, { ...headers }));
      return restQuestion(operation, request);
    }),
  );
}

function restQuestion({ id }: Operation, request: Sent): Question {
  return {
    name: id,
    request: { target: request.target, body: request.body },
    async ask(center) {
      using wire = new Wire(center.ports.gateway);
      const { status, body } = await wire.send(request);
      return { isServed: status < 300, body: { status, body: jsonOf(body) } };
    },
  };
}

/** Every method of the platform that reads: as it is, about one thing, and over a window. */
export async function platformQuestions(center: Center, known: Known): Promise<Question[]> {
  const methods = wireMethods(schema());
  const reading = [...allRows().keys()].flatMap(name => (READS.test(name) ? (methods.get(name) ?? []) : []));
  const questions: Question[] = [];
  for (const method of reading) {
    const ids = await idsOf(center, method, methods, known);
    // What the box tells of itself takes room on pages of events.
    const small = /Event|Activity/.test(method.name) ? {} : { page_size: 3 };
    const whole = { page_size: 1000 };
    for (const fields of [
      whole,
      { ...whole, ...ids },
      { ...whole, ...ids, ...known.window, granularity: 'hour' },
      { ...whole, ...small, ...ids, ...known.given },
    ]) {
      const request = Object.fromEntries(
        Object.entries(fields).filter(([name]) => method.requestFields.includes(name)),
      );
      questions.push({ name: method.name, request, ask: each => asked(each, method, known.headers, request) });
    }
  }
  return questions;
}

/** What requests of the platform may name. */
export interface Known {
  readonly headers: Headers;
  /** By the names of fields. */
  readonly ids: Readonly<Record<string, string>>;
  readonly window: { readonly start_time: string; readonly end_time: string };
  readonly given: object;
}

/** The id of a thing is the first one that the list of such things has. */
async function idsOf(
  center: Center,
  { name, requestFields }: WireMethod,
  methods: ReadonlyMap<string, WireMethod>,
  known: Known,
): Promise<object> {
  if (!requestFields.includes('id')) return known.ids;
  const list = `${name.replace('Get', 'List')}s`;
  const asked = methods.get(list)?.requestFields.includes('bs_eui') && name.includes('BaseStation');
  const { bs_eui } = known.ids;
  const { body } = await posted(center, list, known.headers, asked ? { bs_eui } : {});
  const [things = []] = Object.values(body as object).filter(Array.isArray) as {
    id?: string;
    message?: { id: string };
  }[][];
  return { ...known.ids, id: things[0]?.id ?? things[0]?.message?.id };
}

async function asked(center: Center, method: WireMethod, headers: Headers, request: object): Promise<Answer> {
  if (!method.stream)
    return method.name === 'ListEvents'
      ? allEvents(center, headers, request)
      : posted(center, method.name, headers, request);
  const seconds = Math.floor((center.clock.now() - 5 * DAY_MS) / 1000);
  const stream = center.api.stream(method.name as 'StreamMessages', { ...request, start_time: { seconds } });
  const items: unknown[] = [];
  const over = Promise.withResolvers<void>();
  let patience = setTimeout(over.resolve, PATIENCE_MS);
  stream.on('data', (item: unknown) => {
    clearTimeout(patience);
    patience = setTimeout(over.resolve, PAUSE_MS);
    if (items.push(item) >= MOST_ITEMS) over.resolve();
  });
  stream.on('error', (error: Error) => {
    if (items.length === 0) items.push(error.message);
    over.resolve();
  });
  await over.promise;
  clearTimeout(patience);
  stream.cancel();
  return { isServed: typeof items[0] === 'object', body: items };
}

/** Page by page: what the box tells of itself takes room on them. */
async function allEvents(center: Center, headers: Headers, request: object): Promise<Answer> {
  const events: unknown[] = [];
  for (let page_token = ''; ; ) {
    const { isServed, body } = await posted(center, 'ListEvents', headers, { ...request, page_token });
    if (!isServed) return { isServed, body };
    const page = body as { readonly events: readonly unknown[]; readonly nextPageToken: string };
    events.push(...page.events);
    if (page.nextPageToken === '') return { isServed, body: { ...page, events } };
    page_token = page.nextPageToken;
  }
}

async function posted(center: Center, method: string, headers: Headers, request: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${center.ports.gateway}${PLATFORM}${method}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return { isServed: response.ok, body: jsonOf(Buffer.from(await response.arrayBuffer())) };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return body.toString('base64');
  }
}
