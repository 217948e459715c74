import { useEffect, useState } from 'preact/hooks';
import type { Message, MessageCounts } from '../gen/platform/api/v1/core_pb.ts';
import {
  addTo,
  beginWith,
  emptyList,
  FAST_PER_SECOND,
  type LiveList,
  pause,
  RATE_OVER_MS,
  resume,
  type Share,
} from '../model/live-list.ts';
import { now } from '../model/text/clock.ts';
import { grouped } from '../model/text/eui.ts';
import { msOf } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { type Following, follow } from './live.ts';

export type { Message };

const FIRST = 50;
const POLLED = 200;
/** What comes within a frame or two is shown at once. */
const GATHER_MS = 120;

export interface LiveMessages {
  list: LiveList<Message>;
  state: Following;
  /** When the newest came to the service center, ms. */
  newestAt: number | undefined;
  pause: () => void;
  resume: () => void;
  /** Rows with a greater number have come since the page was opened. */
  firstSeq: string;
}

interface Shown {
  list: LiveList<Message>;
  newestAt: number | undefined;
  firstSeq: string;
}

const shareOf = ({ epEui, epName }: { epEui: string; epName: string }, messages = 1): Share => ({
  key: epEui,
  name: epName === '' ? grouped(epEui) : epName,
  messages,
});

/** The last messages and whatever comes; where too many come to be read, how many of each endpoint. */
export function useLiveMessages(): LiveMessages {
  const [shown, setShown] = useState<Shown>({ list: emptyList(), newestAt: undefined, firstSeq: '0' });
  const [state, setState] = useState<Following>('waiting');
  useEffect(() => {
    let gathered: Message[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const rows = gathered.filter(({ counts }) => counts === undefined);
      const counts = gathered.flatMap(({ counts }) => counts ?? []).map(ofTenSeconds);
      const last = gathered.at(-1);
      gathered = [];
      const arrivals = {
        rows,
        counted: sum(counts.map(({ messages }) => messages)),
        lately: sum(counts.map(({ lately }) => lately)),
        shares: [...rows.map(row => shareOf(row)), ...counts.flatMap(({ shares }) => shares)],
      };
      setShown(({ list, ...old }) => ({
        ...old,
        list: addTo(list, arrivals, now()),
        newestAt: msOf(last?.counts?.lastStoredAt ?? last?.receivedAt) ?? old.newestAt,
      }));
    };
    const take = (items: Message[]) => {
      gathered.push(...items);
      timer ??= setTimeout(flush, GATHER_MS);
    };
    const stop = new AbortController();
    let end: (() => void) | undefined;
    let firstSeq = '0';
    client
      .listMessages({ pageSize: FIRST, orderBy: 'seq desc' }, { signal: stop.signal })
      .then(
        ({ messages }) => {
          firstSeq = messages[0]?.seq ?? '0';
          const of = (message: Message) => ({ at: msOf(message.receivedAt) ?? 0, share: shareOf(message) });
          const list = beginWith(emptyList<Message>(), messages, of, now());
          setShown({ list, newestAt: msOf(messages[0]?.receivedAt), firstSeq });
        },
        () => undefined,
      )
      .finally(() => {
        if (stop.signal.aborted) return;
        end = follow<Message>({
          from: firstSeq,
          stream: (afterSeq, signal) =>
            client.streamMessages({ afterSeq, maxPerSecond: FAST_PER_SECOND }, { signal, timeoutMs: 0 }),
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
  const change = (by: (list: LiveList<Message>) => LiveList<Message>) =>
    setShown(old => ({ ...old, list: by(old.list) }));
  return { ...shown, state, pause: () => change(pause), resume: () => change(resume) };
}

/** What was counted over a longer time, as when this tab was hidden, is no rate of now: its share of ten seconds. */
function ofTenSeconds({ messages, endpoints, firstStoredAt, lastStoredAt }: MessageCounts): {
  messages: number;
  lately: number;
  shares: Share[];
} {
  const overMs = (msOf(lastStoredAt) ?? 0) - (msOf(firstStoredAt) ?? 0);
  const share = overMs > RATE_OVER_MS ? RATE_OVER_MS / overMs : 1;
  const shares = endpoints.map(one => shareOf(one, one.messages * share));
  return { messages, lately: messages * share, shares };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

async function newerThan(afterSeq: string, signal: AbortSignal): Promise<Message[]> {
  const { messages } = await client.listMessages({ pageSize: POLLED, orderBy: 'seq desc' }, { signal });
  const after = BigInt(afterSeq === '' ? '0' : afterSeq);
  return messages.filter(({ seq }) => BigInt(seq) > after).reverse();
}
