// What was typed and not saved is not lost by a press on a link: the page asks first.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { guardWith } from './address.ts';

/** Goes where it was to be gone to, while that is asked. */
export const leaving = signal<(() => void) | undefined>(undefined);

/** @param changed whether there is something in a form that would be lost */
export function useUnsaved(changed: boolean): void {
  useEffect(() => {
    if (!changed) return;
    const stop = guardWith(go => {
      leaving.value = go;
      return false;
    });
    // the browser asks in its own words before it closes or reloads the page
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => {
      stop();
      removeEventListener('beforeunload', ask);
    };
  }, [changed]);
}
