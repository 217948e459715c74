import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { words } from '../../words/words.ts';
import { Button } from '../button.tsx';

/** A native dialog that is open as long as it is there; the focus goes back to the opener by itself. */
export function useModal(onClose: (() => void) | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return {
    ref,
    onCancel: (event: Event) => {
      event.preventDefault();
      onClose?.();
    },
  };
}

export function Dialog({
  title,
  onClose,
  foot,
  children,
  onSubmit,
}: {
  title: string;
  /** Undefined where only its own button may close it, as where a secret is shown once. */
  onClose?: (() => void) | undefined;
  foot: ComponentChildren;
  children: ComponentChildren;
  onSubmit?: () => void;
}) {
  const id = useId();
  const modal = useModal(onClose);
  return (
    <dialog class="dialog" aria-labelledby={id} ref={modal.ref} onCancel={modal.onCancel}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose && <Button kind="quiet" icon="close" label={words.value.parts.close} onClick={onClose} />}
      </div>
      <form
        class="dialog-form"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <div class="dialog-body">{children}</div>
        <div class="dialog-foot">{foot}</div>
      </form>
    </dialog>
  );
}

/** Asks before what cannot be undone: names the thing and what follows; the focus is on Cancel. */
export function Question({
  title,
  text,
  verb,
  onCancel,
  onConfirm,
  busy,
  danger = true,
  cancel,
  children,
}: {
  title: string;
  text: ComponentChildren;
  verb: string;
  onCancel: () => void;
  onConfirm: () => void;
  busy?: string | undefined;
  danger?: boolean;
  /** In place of the word "Cancel". */
  cancel?: string;
  children?: ComponentChildren;
}) {
  const id = useId();
  const modal = useModal(onCancel);
  return (
    <dialog
      class="dialog question"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      ref={modal.ref}
      onCancel={modal.onCancel}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        <p id={`${id}-text`}>{text}</p>
        {children}
      </div>
      <div class="dialog-foot">
        <CancelButton onClick={onCancel} text={cancel} />
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </dialog>
  );
}

function CancelButton({ onClick, text }: { onClick: () => void; text: string | undefined }) {
  return (
    <Button autoFocus onClick={onClick}>
      {text ?? words.value.parts.cancel}
    </Button>
  );
}
