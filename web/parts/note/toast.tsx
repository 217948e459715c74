import { words } from '../../words/words.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { type Announced, announced, dismiss } from './announce.ts';

const ICONS = { ok: 'done', error: 'error', info: 'info' };

export function Toasts() {
  const { notices, undo, close } = words.value.parts;
  return (
    <div class="toasts" role="status" aria-label={notices}>
      {announced.value.map(toast => (
        <ToastLine key={toast.id} toast={toast} undo={undo} close={close} />
      ))}
    </div>
  );
}

export function ToastLine({ toast, undo, close }: { toast: Announced; undo: string; close: string }) {
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
