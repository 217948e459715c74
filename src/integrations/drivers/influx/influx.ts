import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { background } from '../../../kit/background.ts';
import { cleaned } from '../../../kit/printable.ts';
import { reasonOf } from '../../../kit/reason.ts';
import type { Driver, Item, Outcome, TargetContext } from '../../driver.ts';
import { TargetError } from '../../failure.ts';
import type { InfluxSettings } from '../../kinds/influx.ts';
import { outcomeOf } from '../http/answer.ts';
import { type Answer, HttpClient } from '../http/client.ts';
import { lineOf } from './lines.ts';

const TIMEOUT_S = 30;
const MAX_REASON = 200;
const compressed = promisify(gzip);
/** What only uplinks make cannot be tested. */
const NO_POINT: Outcome = { kind: 'accepted', detail: 'a test makes no point: nothing was written' };

/** Writes uplinks as points of the line protocol (integrations section 6). One request at a time: order is that of the batches. */
export function influxDriver({ settings, clock, log, dial, isTest = false }: TargetContext<InfluxSettings>): Driver {
  const url = writeUrl(settings);
  const client = new HttpClient({ url, tls: settings, clock, dial, requests: 1, timeoutS: TIMEOUT_S });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Encoding': 'gzip', ...signInOf(settings) };

  const write = async (items: readonly Item[]): Promise<Outcome> => {
    const lines = items.flatMap(({ payload }) => lineOf(payload, settings) ?? []);
    if (lines.length === 0) return isTest ? NO_POINT : { kind: 'accepted' };
    try {
      const body = await compressed(`${lines.join('\n')}\n`);
      const answer = await client.ask(url, { method: 'POST', headers, body });
      return withWords(outcomeOf(answer.status, answer.retryAfter, clock.now()), answer);
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
