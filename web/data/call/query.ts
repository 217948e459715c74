// What pages read. An answer is kept under its key (what is asked, and with what) and shown at once when it is asked for again; a page
// with another key never sees it, so no page shows the value of the one before.
import { type Signal, signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { pollEvery } from '../../model/patience.ts';
import { now } from '../../model/text/clock.ts';
import { onReturn } from './away.ts';
import { type Fault, faultOf } from './faults.ts';

export interface Answer<T> {
  value?: T;
  /** When `value` came. */
  at: number;
  loading: boolean;
  fault?: Fault;
}

interface Entry<T> {
  answer: Signal<Answer<T>>;
  asked?: AbortController | undefined;
  /** How it is asked where it is shown now. */
  load?: Load<T> | undefined;
  tookMs: number;
  users: number;
}

export type Load<T> = (signal: AbortSignal) => Promise<T>;

/** Answers that are not shown are kept up to this number, the oldest go first. */
const KEPT = 200;
/** What is older is asked again when it is shown. */
const FRESH_MS = 10_000;
const LEAST_POLL_MS = 5000;

const entries = new Map<string, Entry<unknown>>();

function entryOf<T>(key: string): Entry<T> {
  const found = entries.get(key) as Entry<T> | undefined;
  if (found) {
    entries.delete(key);
    entries.set(key, found as Entry<unknown>);
    return found;
  }
  const made: Entry<T> = { answer: signal<Answer<T>>({ at: 0, loading: false }), tookMs: 0, users: 0 };
  entries.set(key, made as Entry<unknown>);
  for (const [old, entry] of entries) {
    if (entries.size <= KEPT) break;
    if (entry.users === 0) entries.delete(old);
  }
  return made;
}

async function ask<T>(key: string, load: Load<T>): Promise<void> {
  const entry = entryOf<T>(key);
  if (entry.asked) return;
  const asked = new AbortController();
  entry.asked = asked;
  const begun = now();
  entry.answer.value = { ...entry.answer.value, loading: true };
  try {
    const value = await load(asked.signal);
    if (entry.asked === asked) entry.answer.value = { value, at: now(), loading: false };
  } catch (cause) {
    if (entry.asked !== asked) return;
    const { value, at } = entry.answer.value;
    const failed = { at, loading: false, fault: faultOf(cause) };
    entry.answer.value = value === undefined ? failed : { ...failed, value };
  } finally {
    if (entry.asked === asked) entry.asked = undefined;
    entry.tookMs = now() - begun;
  }
}

export interface Query<T> extends Answer<T> {
  /** Asks again now. */
  again: () => void;
}

/**
 * Reads, shows what is known meanwhile, and asks again: after `everyMs` while the page is visible, and when Waystation is back.
 * An undefined key asks nothing yet.
 */
export function useQuery<T>(key: string | undefined, load: Load<T>, everyMs?: number): Query<T> {
  const entry = useMemo(() => (key === undefined ? undefined : entryOf<T>(key)), [key]);
  // before the first drawing is painted: on a slow machine that is some tenths of a second
  useLayoutEffect(() => {
    if (key === undefined || !entry) return;
    entry.users++;
    entry.load = load;
    const again = () => void ask(key, load);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = () => {
      if (everyMs === undefined) return;
      timer = setTimeout(
        () => {
          if (!document.hidden) again();
          poll();
        },
        pollEvery(Math.max(LEAST_POLL_MS, everyMs), entry.tookMs),
      );
    };
    const seen = () => {
      if (!document.hidden && now() - entry.answer.value.at > FRESH_MS && everyMs !== undefined) again();
    };
    if (now() - entry.answer.value.at > FRESH_MS || entry.answer.value.fault) again();
    poll();
    const stop = onReturn(again);
    document.addEventListener('visibilitychange', seen);
    return () => {
      entry.users--;
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', seen);
      if (entry.users === 0 && entry.asked) {
        entry.asked.abort();
        entry.asked = undefined;
        entry.answer.value = { ...entry.answer.value, loading: false };
      }
    };
  }, [key]);
  const answer = entry?.answer.value ?? { at: 0, loading: false };
  return { ...answer, again: () => void (key !== undefined && ask(key, load)) };
}

/** Puts in what a write answered, or changes what is known. */
export function put<T>(key: string, change: (old: T | undefined) => T | undefined): void {
  const entry = entryOf<T>(key);
  const value = change(entry.answer.value.value);
  if (value !== undefined) entry.answer.value = { value, at: now(), loading: false };
}

/** Everything whose key begins so is old: asked again where it is shown. */
export function outdate(prefix: string): void {
  // a copy: what is asked again goes to the end of the list
  for (const [key, entry] of [...entries]) {
    if (!key.startsWith(prefix)) continue;
    entry.answer.value = { ...entry.answer.value, at: 0 };
    if (entry.users === 0 || !entry.load) continue;
    // what is under way was asked before the change
    entry.asked?.abort();
    entry.asked = undefined;
    void ask(key, entry.load);
  }
}
