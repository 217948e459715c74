import { useEffect, useRef } from 'preact/hooks';
import { go } from '../data/call/address.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog/dialog.tsx';
import { words } from '../words/words.ts';
import { singleKeys } from './preferences.ts';

const PAGES = {
  s: '/stations',
  e: '/endpoints',
  u: '/unknown',
  l: '/live',
  a: '/alerts',
  i: '/integrations',
} as const;
const SEQUENCE_MS = 1200;

/** Ctrl+K everywhere; single keys where no field has the focus and they are not switched off. */
export function useShortcuts({ search, help }: { search: () => void; help: () => void }): void {
  const begun = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return search();
      }
      const typing = (event.target as Element | null)?.closest('input, textarea, select, [role=menu], dialog');
      if (!singleKeys.value || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const page = PAGES[event.key as keyof typeof PAGES];
      if (page !== undefined && event.timeStamp - begun.current < SEQUENCE_MS) return go(page);
      begun.current = event.key === 'g' ? event.timeStamp : 0;
      if (event.key === '?') help();
      if (event.key !== '/') return;
      const filter = document.querySelector<HTMLInputElement>('main input[type=search]');
      if (!filter) return;
      event.preventDefault();
      filter.focus();
      filter.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { shortcuts, pages, parts } = words.value;
  const lines: [string, string[]][] = [
    [shortcuts.search, ['Ctrl', 'K']],
    [shortcuts.filter, ['/']],
    [shortcuts.goTo(pages.stations), ['g', 's']],
    [shortcuts.goTo(pages.endpoints), ['g', 'e']],
    [shortcuts.goTo(pages.unknown), ['g', 'u']],
    [shortcuts.goTo(pages.live), ['g', 'l']],
    [shortcuts.goTo(pages.alerts), ['g', 'a']],
    [shortcuts.goTo(pages.integrations), ['g', 'i']],
    [shortcuts.help, ['?']],
    [shortcuts.close, ['Esc']],
  ];
  return (
    <Dialog title={shortcuts.title} onClose={onClose} foot={<Button onClick={onClose}>{parts.close}</Button>}>
      <dl class="keys">
        {lines.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
