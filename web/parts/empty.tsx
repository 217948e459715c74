import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Nothing there yet: what the thing is, and the first step. */
export function Empty({
  icon,
  title,
  text,
  actions,
}: {
  icon: string;
  title: string;
  text?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {actions !== undefined && <div class="actions">{actions}</div>}
    </div>
  );
}

/** Nothing matches what is filtered for. */
export function EmptyFilter({ title, filter, onClear }: { title: string; filter: string; onClear: () => void }) {
  return (
    <div class="empty-filter">
      <div>
        <h2 class="small strong">{title}</h2>
        <p class="small text-2">{filter}</p>
      </div>
      <Button onClick={onClear}>{words.value.parts.clearFilter}</Button>
    </div>
  );
}

export interface FaultInWords {
  /** What happened. */
  text: string;
  /** What to do about it. */
  todo?: string;
  /** For support: the error's name and the request's number. */
  details?: string;
}

/** Takes the place of the part that failed; the rest of the page lives on. */
export function Failure({ title, fault, onRetry }: { title: string; fault: FaultInWords; onRetry?: () => void }) {
  const { tryAgain, details } = words.value.parts;
  return (
    <div class="failure" role="alert">
      <Icon name="error" />
      <div>
        <h2>{title}</h2>
        <p>
          {fault.text} {fault.todo}
        </p>
        <div class="actions">
          {onRetry && (
            <Button size="compact" icon="refresh" onClick={onRetry}>
              {tryAgain}
            </Button>
          )}
          {fault.details !== undefined && (
            <details>
              <summary>{details}</summary>
              <code>{fault.details}</code>
            </details>
          )}
        </div>
      </div>
    </div>
  );
}

const WIDTHS = ['bone-a', 'bone-b', 'bone-c', 'bone-a', 'bone-d'];

/** Grey rows of the right height, after 150 ms. */
export function Bones({ rows, height = 40 }: { rows: number; height?: 30 | 34 | 40 | 52 }) {
  return (
    <div class="bones" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div class={`bone-row h${height}`} key={row}>
          {WIDTHS.map((width, at) => (
            <span class={`bone ${WIDTHS[(row + at) % WIDTHS.length] ?? width}`} key={at} />
          ))}
        </div>
      ))}
    </div>
  );
}
