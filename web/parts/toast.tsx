import { signal } from '@preact/signals';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface Toast {
  text: string;
  tone: 'ok' | 'error' | 'info';
  /** Word of the button that goes back, and what it does. */
  undo?: () => void;
}

interface Shown extends Toast {
  id: number;
}

const SHOWN_MS = 10_000;
const MOST = 4;
const shown = signal<readonly Shown[]>([]);
let last = 0;

/** Says something at the foot of the page for ten seconds. */
export function announce(toast: Toast): void {
  const id = ++last;
  shown.value = [...shown.value.slice(1 - MOST), { ...toast, id }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  shown.value = shown.value.filter(toast => toast.id !== id);
}

const ICONS = { ok: 'done', error: 'error', info: 'info' };

export function Toasts() {
  const { notices, undo, close } = words.value.parts;
  return (
    <div class="toasts" role="status" aria-label={notices}>
      {shown.value.map(toast => (
        <ToastLine key={toast.id} toast={toast} undo={undo} close={close} />
      ))}
    </div>
  );
}

export function ToastLine({ toast, undo, close }: { toast: Shown; undo: string; close: string }) {
  return (
    <div class="toast">
      <Icon name={ICONS[toast.tone]} class={`is-${toast.tone}`} />
      <p>{toast.text}</p>
      {toast.undo && (
        <button
          type="button"
          class="link"
          onClick={() => {
            dismiss(toast.id);
            toast.undo?.();
          }}
        >
          {undo}
        </button>
      )}
      <Button kind="quiet" size="compact" icon="close" label={close} onClick={() => dismiss(toast.id)} />
    </div>
  );
}
