import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

export interface StepLine {
  key: string;
  /** Undefined: it was not come to. */
  ok: boolean | undefined;
  title: string;
  text?: ComponentChildren;
  /** At the right, such as how long it took. */
  note?: string;
}

/** Steps of something that is tried, one under the other: those that went well, the one that stopped it, those not come to. */
export function StepList({ label, steps }: { label: string; steps: readonly StepLine[] }) {
  return (
    <ol class="step-list" aria-label={label}>
      {steps.map(({ key, ok, title, text, note }) => (
        <li key={key} class={ok === undefined ? 'text-3' : ''}>
          <Icon
            name={ok === undefined ? 'dotted' : ok ? 'done' : 'error'}
            class={ok === undefined ? 'is-muted' : ok ? 'is-ok' : 'is-error'}
          />
          <div>
            <span class={ok === false ? 'strong is-error' : ''}>{title}</span>
            {text !== undefined && <div class="small text-2">{text}</div>}
          </div>
          {note !== undefined && <span class="small text-2 number">{note}</span>}
        </li>
      ))}
    </ol>
  );
}
