// What happens now. One stream at a time per tab: a page that follows ends what the one before followed. A tab that may not hold a
// stream asks every five seconds instead, which differs by the delay alone.
import { Code, ConnectError } from '@connectrpc/connect';
import { nextWait } from '../model/patience.ts';
import { mayStream, wantStream } from './slots.ts';

export type Following = 'streaming' | 'polling' | 'waiting';

export interface Source<T> {
  /** The number of the newest one that is known, empty for none. */
  from: string;
  /** Follows from a number on; "0" from now on. */
  stream(afterSeq: string, signal: AbortSignal): AsyncIterable<T>;
  /** The newest ones after a number, oldest first; at "0" none, only to learn the number. */
  poll(afterSeq: string, signal: AbortSignal): Promise<T[]>;
  seqOf(item: T): string;
  onItems(items: T[]): void;
  onState(state: Following): void;
}

const HIDDEN_MS = 5000;
const POLL_MS = 5000;
let current: (() => void) | undefined;

/** Follows a source until the returned function is called, or another one is followed. */
export function follow<T>(source: Source<T>): () => void {
  current?.();
  let ended = false;
  let seq = source.from === '' ? '0' : source.from;
  let run: AbortController | undefined;
  let holding = false;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const take = (items: T[]) => {
    const last = items.at(-1);
    if (last === undefined || ended) return;
    seq = source.seqOf(last);
    source.onItems(items);
  };
  const loop = async (stop: AbortSignal) => {
    let wait = 0;
    while (!stop.aborted) {
      try {
        if (holding) {
          source.onState('streaming');
          for await (const item of source.stream(seq, stop)) {
            wait = 0;
            take([item]);
          }
        } else {
          source.onState('polling');
          take(await source.poll(seq, stop));
          await pause(POLL_MS, stop);
          continue;
        }
      } catch (cause) {
        if (stop.aborted) return;
        // what lies between is too old to be had: begin from now
        if (cause instanceof ConnectError && cause.code === Code.OutOfRange) seq = '0';
        source.onState('waiting');
      }
      wait = nextWait(wait);
      await pause(wait, stop);
    }
  };
  const begin = () => {
    run?.abort();
    if (ended || document.hidden) return;
    run = new AbortController();
    holding = mayStream();
    void loop(run.signal);
  };
  const visible = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => run?.abort(), HIDDEN_MS);
    else if (!run || run.signal.aborted) begin();
  };
  const release = wantStream(() => {
    if (!document.hidden && mayStream() !== holding) begin();
  });
  document.addEventListener('visibilitychange', visible);
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(hiding);
    run?.abort();
    release();
    document.removeEventListener('visibilitychange', visible);
    if (current === end) current = undefined;
  };
  current = end;
  begin();
  return end;
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
