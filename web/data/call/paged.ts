// Long lists: pages of the server one after the other, begun anew when what is asked changes.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { onReturn } from './away.ts';
import { type Fault, faultOf } from './faults.ts';

export interface PageOf<Row> {
  rows: Row[];
  total: number;
  next: string;
}

export interface Paged<Row> {
  rows: readonly Row[];
  total: number | undefined;
  loading: boolean;
  fault: Fault | undefined;
  /** Rows of the question before, dimmed until the new ones are there. */
  old: boolean;
  more: () => void;
  again: () => void;
  /** Changes rows that are here, as after a write. */
  change: (with_: (rows: readonly Row[]) => readonly Row[]) => void;
}

interface State<Row> {
  key: string;
  rows: readonly Row[];
  total: number | undefined;
  next: string;
  loading: boolean;
  fault: Fault | undefined;
}

type LoadPage<Row> = (token: string, signal: AbortSignal) => Promise<PageOf<Row>>;

const REFRESH_MS = 30_000;

/** @param refreshes whether a list that is here whole is asked for again by itself */
export function usePaged<Row>(key: string, load: LoadPage<Row>, refreshes = true): Paged<Row> {
  const [state, setState] = useState<State<Row>>({
    key: '',
    rows: [],
    total: undefined,
    next: '',
    loading: true,
    fault: undefined,
  });
  const running = useRef<AbortController | undefined>(undefined);
  const loader = useRef(load);
  loader.current = load;
  const here = useRef(state);
  here.current = state;

  const ask = (token: string) => {
    running.current?.abort();
    const asked = new AbortController();
    running.current = asked;
    setState(old => ({ ...old, loading: true, fault: undefined }));
    loader.current(token, asked.signal).then(
      page => {
        if (asked.signal.aborted) return;
        running.current = undefined;
        setState(old => ({
          key,
          rows: token === '' ? page.rows : [...old.rows, ...page.rows],
          total: page.total,
          next: page.next,
          loading: false,
          fault: undefined,
        }));
      },
      cause => {
        if (asked.signal.aborted) return;
        running.current = undefined;
        setState(old => ({ ...old, loading: false, fault: faultOf(cause) }));
      },
    );
  };
  useLayoutEffect(() => {
    ask('');
    const timer = setInterval(() => {
      // only while the first page is all there is: what was scrolled to does not jump
      const { rows, total, loading } = here.current;
      if (refreshes && !document.hidden && !loading && rows.length === total) ask('');
    }, REFRESH_MS);
    const stop = onReturn(() => ask(''));
    return () => {
      clearInterval(timer);
      stop();
      running.current?.abort();
    };
  }, [key]);
  return {
    ...state,
    old: state.key !== key,
    more: () => {
      if (!running.current && state.next !== '' && state.key === key && !state.fault) ask(state.next);
    },
    again: () => ask(''),
    change: with_ => setState(old => ({ ...old, rows: with_(old.rows) })),
  };
}
