import { useEffect, useRef } from 'preact/hooks';

export interface Tab {
  name: string;
  text: string;
  href: string;
  count?: number;
}

/** In a narrow window the row is longer than what is seen of it. */
function showCurrent(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>('[aria-selected=true]');
  if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** Tabs that are addresses: arrows move between them, Back goes back. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(row.current), [current]);
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={row}>
      {tabs.map(tab => (
        <a
          key={tab.name}
          class="tab"
          role="tab"
          href={tab.href}
          aria-selected={tab.name === current}
          tabIndex={tab.name === current ? 0 : -1}
          onKeyDown={moveTab}
        >
          {tab.text}
          {tab.count !== undefined && tab.count > 0 && <span class="text-3">{tab.count}</span>}
        </a>
      ))}
    </div>
  );
}

function moveTab(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const here = event.currentTarget as HTMLElement;
  const all = [...(here.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const next = all[(all.indexOf(here) + step + all.length) % all.length];
  event.preventDefault();
  next?.focus();
  next?.click();
}
