import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../gen/platform/api/v1/core_pb.ts';
import { now } from '../model/clock.ts';
import {
  addTo,
  beginWith,
  emptyList,
  FAST_PER_SECOND,
  type LiveList,
  pause,
  rateOf,
  resume,
} from '../model/live-list.ts';
import { msOf } from '../model/time.ts';
import { client } from './client.ts';
import { type Following, follow } from './live.ts';

export type { Message };

const FIRST = 50;
const POLLED = 200;
/** What comes within a frame or two is shown at once. */
const GATHER_MS = 120;
/** Where rows would only flicker, figures change so often. */
const FAST_MS = 1000;

export interface LiveMessages {
  list: LiveList<Message>;
  state: Following;
  pause: () => void;
  resume: () => void;
  /** Rows with a greater number have come since the page was opened. */
  firstSeq: string;
}

/** The last messages and whatever comes. */
export function useLiveMessages(): LiveMessages {
  const [list, setList] = useState<LiveList<Message>>(emptyList);
  const [state, setState] = useState<Following>('waiting');
  const firstSeq = useRef('');
  const here = useRef(list);
  here.current = list;
  useEffect(() => {
    let gathered: Message[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const items = gathered;
      gathered = [];
      setList(old => addTo(old, items, now()));
    };
    const take = (items: Message[]) => {
      gathered.push(...items);
      timer ??= setTimeout(flush, rateOf(here.current, now()) > FAST_PER_SECOND ? FAST_MS : GATHER_MS);
    };
    const stop = new AbortController();
    let end: (() => void) | undefined;
    client
      .listMessages({ pageSize: FIRST, orderBy: 'seq desc' }, { signal: stop.signal })
      .then(
        ({ messages }) => {
          firstSeq.current = messages[0]?.seq ?? '0';
          setList(old => beginWith(old, messages, ({ receivedAt }) => msOf(receivedAt) ?? 0, now()));
        },
        () => undefined,
      )
      .finally(() => {
        if (stop.signal.aborted) return;
        end = follow<Message>({
          from: firstSeq.current,
          stream: (afterSeq, signal) => client.streamMessages({ afterSeq }, { signal, timeoutMs: 0 }),
          poll: newerThan,
          seqOf: ({ seq }) => seq,
          onItems: take,
          onState: setState,
        });
      });
    return () => {
      stop.abort();
      clearTimeout(timer);
      end?.();
    };
  }, []);
  return {
    list,
    state,
    pause: () => setList(pause),
    resume: () => setList(resume),
    firstSeq: firstSeq.current,
  };
}

async function newerThan(afterSeq: string, signal: AbortSignal): Promise<Message[]> {
  const { messages } = await client.listMessages({ pageSize: POLLED, orderBy: 'seq desc' }, { signal });
  const after = BigInt(afterSeq === '' ? '0' : afterSeq);
  return messages.filter(({ seq }) => BigInt(seq) > after).reverse();
}
