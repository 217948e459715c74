import { useRef, useState } from 'preact/hooks';
import { rangeBetween } from '../../model/selection.ts';
import type { Selection } from './table.tsx';

/** Which rows of a list are selected; it goes with the list. */
export function useSelection(keys: readonly string[]): Selection & { keys: string[]; clear(): void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | undefined>(undefined);
  return {
    keys: keys.filter(key => chosen.has(key)),
    size: chosen.size,
    has: key => chosen.has(key),
    toggle(key, range) {
      const next = new Set(chosen);
      const select = !chosen.has(key);
      for (const one of range ? rangeBetween(keys, last.current, key) : [key]) {
        if (select) next.add(one);
        else next.delete(one);
      }
      last.current = key;
      setChosen(next);
    },
    all: select => setChosen(new Set(select ? keys : [])),
    clear: () => setChosen(new Set()),
  };
}
