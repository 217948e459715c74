import type { ComponentChildren } from 'preact';
import type { Tone } from '../model/states.ts';
import { Icon } from './icon.tsx';

export interface Happening {
  key: string;
  icon: string;
  tone: Tone | 'accent';
  title: ComponentChildren;
  text?: ComponentChildren;
  time: ComponentChildren;
  /** What is going on now: its icon turns. */
  busy?: boolean;
  /** Drawn so that it is seen first. */
  loud?: boolean;
  actions?: ComponentChildren;
  lang?: string;
}

/** What happened, one under the other, joined by a line. Times stand before the words where they are read in order. */
export function Timeline({
  items,
  label,
  timesFirst = false,
  withSeconds = false,
}: {
  items: readonly Happening[];
  label: string;
  timesFirst?: boolean;
  /** Their column has room for them. */
  withSeconds?: boolean;
}) {
  return (
    <ol class={`timeline${timesFirst ? ' times-first' : ''}${withSeconds ? ' with-seconds' : ''}`} aria-label={label}>
      {items.map(item => (
        <li key={item.key} class="happening">
          <span class="happening-time">{item.time}</span>
          <span class="happening-mark">
            <Icon name={item.icon} class={`is-${item.tone}${item.busy ? ' spin' : ''}`} />
          </span>
          <div class="happening-text" lang={item.lang}>
            <span class={item.loud ? `loud is-${item.tone}` : ''}>{item.title}</span>
            {item.text !== undefined && <span class="small text-2">{item.text}</span>}
            {item.actions !== undefined && <div class="chips happening-actions">{item.actions}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
