// Rules: what they do when devices say something, what they did, and what they would have done.

import type { HeardMessage, Rule, RuleAction, Trial } from '../model/rules.ts';
import { RADIO_KEYS, trialsOf } from '../model/rules.ts';
import { now } from '../model/text/clock.ts';
import { msOf, RANGES, wireTime } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { outdate, type Query, useQuery } from './call/query.ts';
import { RestFault, rest } from './call/rest.ts';

export type { Rule };

const MOST = 1000;
const POLL_MS = 15_000;

export function useRules(): Query<Rule[]> {
  return useQuery(
    'rules',
    async signal => (await rest<{ rules?: Rule[] }>('GET', `/rules?limit=${MOST}`, undefined, signal)).rules ?? [],
    POLL_MS,
  );
}

export function useRule(id: string): Query<Rule | 'missing'> {
  return useQuery<Rule | 'missing'>(
    `rule ${id}`,
    async signal => {
      try {
        return await rest<Rule>('GET', `/rules/${encodeURIComponent(id)}`, undefined, signal);
      } catch (cause) {
        if (cause instanceof RestFault && (cause.status === 404 || cause.status === 400)) return 'missing';
        throw cause;
      }
    },
    POLL_MS,
  );
}

export interface Execution {
  id: string;
  version: number;
  clientDeviceId?: string;
  firedAt: string;
  values?: Record<string, unknown>;
  actions?: { kind: string; ok?: boolean; error?: string }[];
}

const EXECUTIONS = 100;

/** When it has fired and what became of it, the newest first. */
export function useExecutions(id: string): Query<{ executions: Execution[]; total: number }> {
  return useQuery(
    `rule-executions ${id}`,
    async signal => {
      const path = `/rules/${id}/executions?limit=${EXECUTIONS}`;
      const { executions = [], total } = await rest<{ executions?: Execution[]; total: number }>(
        'GET',
        path,
        undefined,
        signal,
      );
      return { executions, total };
    },
    POLL_MS,
  );
}

type Wish = Omit<Rule, 'id' | 'version'>;

export async function createRule(rule: Wish): Promise<string> {
  const { id } = await rest<Rule>('POST', '/rules', rule);
  outdate('rules');
  return id;
}

/** Refused where it was changed since this version was read. */
export async function replaceRule({ id, version }: Rule, rule: Wish): Promise<void> {
  await changed(id, () => rest('PUT', `/rules/${id}`, rule, undefined, `W/"${version}"`));
}

export async function switchRule({ id, version }: Rule, enabled: boolean): Promise<void> {
  await changed(id, () => rest('PATCH', `/rules/${id}`, { enabled }, undefined, `W/"${version}"`));
}

export async function deleteRule(id: string): Promise<void> {
  await changed(id, () => rest('DELETE', `/rules/${id}`));
}

async function changed(id: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } finally {
    outdate('rules');
    outdate(`rule ${id}`);
  }
}

export interface Fired extends Trial {
  actions: RuleAction[];
}

export interface Outcome {
  /** How many it was asked about, and from when on. */
  asked: number;
  since: number;
  /** More was received than is looked at. */
  isPart: boolean;
  fired: Fired[];
}

/** A rule is asked about so many uplinks at most, and so many at a time. */
const MOST_MESSAGES = 1000;
const MOST_TRIALS = 300;
const AT_A_TIME = 6;

/** What a rule would have done about what was received since yesterday. Nothing is done. */
export async function tryOnYesterday(rule: Rule, signal: AbortSignal): Promise<Outcome> {
  const since = now() - RANGES['24h'];
  const { trials, isPart } = await gathered(rule, since, signal);
  const looked = trials.slice(-MOST_TRIALS);
  const fired: Fired[] = [];
  // the same values are judged alike
  const known = new Map<string, Promise<Simulated>>();
  for (let at = 0; at < looked.length; at += AT_A_TIME) {
    const some = looked.slice(at, at + AT_A_TIME);
    const answers = await Promise.all(
      some.map(({ epEui, values, previous }) => {
        const asked = { ...(epEui === '' ? {} : { deviceId: epEui }), values, ...(previous ? { previous } : {}) };
        const key = JSON.stringify(asked);
        const answer = known.get(key) ?? rest<Simulated>('POST', `/rules/${rule.id}/simulate`, asked, signal);
        known.set(key, answer);
        return answer;
      }),
    );
    for (const [place, trial] of some.entries()) {
      const answer = answers[place];
      if (answer?.fires) fired.push({ ...trial, actions: answer.actions ?? [] });
    }
  }
  const [first] = looked;
  const isCut = isPart || looked.length < trials.length;
  return { asked: looked.length, since: isCut && first ? first.at : since, isPart: isCut, fired: fired.reverse() };
}

interface Simulated {
  fires?: boolean;
  actions?: RuleAction[];
}

async function gathered(rule: Rule, since: number, signal: AbortSignal): Promise<{ trials: Trial[]; isPart: boolean }> {
  const { kind, key = '', eventTypes = [], deviceIds = [], deviceTags = {} } = rule.trigger;
  const startTime = wireTime(since) as never;
  if (kind === 'event') {
    const asked = { eventTypes, startTime, pageSize: MOST_TRIALS };
    const { events, totalCount } = await client.listEvents(asked, { signal });
    const trials = events.reverse().map(({ timestamp, epEui, sourceName, eventType }) => ({
      ...{ at: msOf(timestamp) ?? 0, epEui, name: sourceName },
      values: { eventType },
    }));
    return { trials, isPart: totalCount > trials.length };
  }
  const { messages, totalCount } = await client.listMessages({ startTime, pageSize: MOST_MESSAGES }, { signal });
  const tagged = Object.keys(deviceTags).length > 0 ? await euisWith(deviceTags, signal) : undefined;
  // a digital device is of one endpoint, which the rule alone knows
  const named = deviceIds.every(isEui) ? deviceIds : [];
  const heard = messages
    .filter(({ epEui }) => (tagged?.has(epEui) ?? true) && (named.length === 0 || named.includes(epEui)))
    .map(
      ({ epEui, epName, receivedAt, decoded, rssi, snr, eqSnr, packetCnt }): HeardMessage => ({
        ...{ epEui, name: epName || epEui, at: msOf(receivedAt) ?? 0 },
        values: { ...(decoded as Record<string, unknown> | undefined), rssi, snr, eqSnr, packetCnt },
      }),
    );
  return { trials: trialsOf(kind, key, heard), isPart: totalCount > messages.length };
}

async function euisWith(tags: Record<string, string>, signal: AbortSignal): Promise<Set<string>> {
  const { endpoints } = await client.listEndPoints({ tags, pageSize: MOST }, { signal });
  return new Set(endpoints.map(({ epEui }) => epEui));
}

/** Names of the values that came last, for the field of a rule. */
export function useValueKeys(): Query<string[]> {
  return useQuery(
    'value-keys',
    async signal => {
      const { messages } = await client.listMessages({ pageSize: 200, decodeStatus: 'success' }, { signal });
      return [...new Set([...messages.flatMap(({ decoded }) => Object.keys(decoded ?? {})), ...RADIO_KEYS])];
    },
    60_000,
  );
}

const isEui = (text: string): boolean => /^[0-9a-f]{16}$/i.test(text);
