import type { ComponentChildren } from 'preact';
import type { Tone } from '../../model/states.ts';
import { Icon } from '../icon.tsx';

const ICONS: Partial<Record<Tone, string>> = { warning: 'warning', error: 'error', ok: 'done', info: 'info' };

/** A sentence that concerns the whole page or panel. Errors are said at once, others when there is time. */
export function Note({
  tone,
  boxed = false,
  alert = false,
  end,
  children,
}: {
  tone: 'warning' | 'error' | 'ok' | 'info';
  boxed?: boolean;
  alert?: boolean;
  end?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class={`note is-${tone}${boxed ? ' boxed' : ''}`} role={alert ? 'alert' : 'note'}>
      <Icon name={ICONS[tone] ?? 'info'} />
      <p>{children}</p>
      {end}
    </div>
  );
}
