import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FieldType } from '../../../domain/integration/integration-records.ts';
import { background } from '../../../kit/background.ts';
import { reasonOf } from '../../../kit/faults/reason.ts';
import { cleaned } from '../../../kit/printable.ts';
import type { Driver, Item, Outcome, TargetContext } from '../../driver.ts';
import { TargetError } from '../../failure.ts';
import type { InfluxSettings } from '../../kinds/influx.ts';
import { outcomeOf } from '../http/answer.ts';
import { type Answer, HttpClient } from '../http/client.ts';
import { lineOf } from './lines.ts';
import { SeriesTypes } from './series.ts';

const TIMEOUT_S = 30;
const MAX_REASON = 200;
/** So often one write is made anew because the database knows types that we do not. */
const MOST_CORRECTIONS = 32;
const compressed = promisify(gzip);
/** What only uplinks make cannot be tested. */
const NO_POINT: Outcome = { kind: 'accepted', detail: 'a test makes no point: nothing was written' };

/** Writes uplinks as points of the line protocol (integrations section 6). One request at a time: order is that of the batches. */
export function influxDriver(context: TargetContext<InfluxSettings>): Driver {
  const { settings, clock, log, dial, fieldTypes, isTest = false } = context;
  const url = writeUrl(settings);
  const client = new HttpClient({ url, tls: settings, clock, dial, requests: 1, timeoutS: TIMEOUT_S });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Encoding': 'gzip', ...signInOf(settings) };
  // Elsewhere the series are others.
  const target = createHash('sha256').update(`${url.href} ${settings.measurement}`).digest('base64url').slice(0, 16);
  const series = new SeriesTypes(fieldTypes.stored(target));

  /** What was sent once decides about the type, so it is known before: a kill in between sends the same again. */
  const keepTypes = async () => {
    const types = new Map(series.unstored);
    if (types.size === 0) return;
    await fieldTypes.keep(target, types);
    series.stored(types);
  };

  const post = async (lines: readonly string[]): Promise<Answer> => {
    await keepTypes();
    return client.ask(url, { method: 'POST', headers, body: await compressed(`${lines.join('\n')}\n`) });
  };

  const write = async (items: readonly Item[]): Promise<Outcome> => {
    try {
      for (let corrections = 0; ; corrections++) {
        const lines = items.flatMap(item => lineOf(item, settings, series) ?? []);
        if (lines.length === 0) return isTest ? NO_POINT : { kind: 'accepted' };
        const answer = await post(lines);
        const outcome = outcomeOf(answer.status, answer.retryAfter, clock.now());
        const known = outcome.kind === 'refused' && corrections < MOST_CORRECTIONS && conflictIn(answer.body);
        if (!known || !series.corrected(...known)) return withWords(outcome, answer);
      }
    } catch (cause) {
      return { kind: 'failed', failure: cause instanceof TargetError ? cause.failure : { reason: reasonOf(cause) } };
    }
  };

  return {
    async open(signal, report) {
      await client.open(signal, report);
      return {};
    },

    send(items, settle) {
      const settled = async () => {
        const outcome = await write(items);
        if (!client.closing.aborted) settle(outcome);
      };
      background(settled(), cause => log.error({ err: cause }, 'a write ended in an error of ours'));
    },

    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

/** Where points of this flavour are written to, with nanoseconds. */
function writeUrl({ url, flavour, org, bucket, database, retentionPolicy }: InfluxSettings): URL {
  const [path, query] = {
    v1: ['/write', { db: database, ...(retentionPolicy !== '' && { rp: retentionPolicy }), precision: 'ns' }],
    v2: ['/api/v2/write', { org, bucket, precision: 'ns' }],
    v3: ['/api/v3/write_lp', { db: database, precision: 'nanosecond' }],
  }[flavour] as [string, Record<string, string>];
  const to = new URL(url);
  to.pathname = `${to.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value);
  return to;
}

function signInOf({ flavour, username, password = '', token }: InfluxSettings): Record<string, string> {
  if (flavour === 'v1') {
    if (username === undefined) return {};
    return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  }
  if (token === undefined) return {};
  return { Authorization: `${flavour === 'v2' ? 'Token' : 'Bearer'} ${token}` };
}

/** What the database says of a write that it did not take: it names the field or the bucket. */
function withWords(outcome: Outcome, { body }: Answer): Outcome {
  if (outcome.kind === 'accepted') return outcome;
  const words = cleaned(wordsOf(body)).slice(0, MAX_REASON);
  if (words === '') return outcome;
  if (outcome.kind === 'refused') return { ...outcome, reason: `${outcome.reason}: ${words}` };
  return { kind: 'failed', failure: { ...outcome.failure, reason: `${outcome.failure.reason}: ${words}` } };
}

function wordsOf(body: Buffer): string {
  try {
    const said: unknown = JSON.parse(body.toString());
    if (typeof said !== 'object' || said === null) return '';
    const [word] = ['message', 'error'].flatMap(name => {
      const value: unknown = Object.entries(said).find(([key]) => key === name)?.[1];
      return typeof value === 'string' ? [value] : [];
    });
    return word ?? '';
  } catch {
    return '';
  }
}

const CONFLICT = /field type conflict: input field ("(?:[^"\\]|\\.)*") on measurement .* already exists as type (\w+)/;
/** As databases call them. A series of integers takes no floats, which are what is written. */
const TYPES: ReadonlyMap<string, FieldType> = new Map([
  ['float', 'number'],
  ['boolean', 'boolean'],
  ['string', 'text'],
]);

/** The series that a database has with another type than the one written: by an earlier writer, or before a restore of this box. */
function conflictIn(body: Buffer): [name: string, type: FieldType] | undefined {
  const [, quoted = '', word = ''] = CONFLICT.exec(wordsOf(body)) ?? [];
  const type = TYPES.get(word);
  return type && [nameIn(quoted), type];
}

/** Quoted as JSON does, but for what no name of ours holds. */
function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
