import type { ComponentChildren, Ref } from 'preact';
import { words } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { announce } from './note/announce.ts';

export type Kind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline';

interface Shared {
  kind?: Kind;
  icon?: string;
  size?: 'compact';
  /** Pulled out by its padding, so that its word stands at the edge. */
  edge?: boolean;
  class?: string;
}

export interface ButtonProps extends Shared {
  children?: ComponentChildren;
  onClick?: (event: MouseEvent) => void;
  type?: 'button' | 'submit';
  /** A name that begins with its words and says more, as in a row of a list. */
  name?: string;
  /** For an icon alone: its name, also shown as tooltip. */
  label?: string;
  /** What is under way; the button then shows this in place of its own word. */
  busy?: string | undefined;
  /** Why it cannot be pressed; the button stays where it is and says so. */
  reason?: string | undefined;
  pressed?: boolean;
  expanded?: boolean;
  controls?: string;
  popup?: 'menu' | 'dialog';
  /** It gets the focus when its dialog opens. */
  autoFocus?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

const classes = ({ kind = 'secondary', size, edge, class: more }: Shared, square: boolean): string =>
  ['button', kind, size, square && 'square', edge && 'edge', more].filter(Boolean).join(' ');

export function Button(props: ButtonProps) {
  const { children, onClick, type = 'button', label, busy, reason, icon } = props;
  const square = children === undefined;
  const refuse = busy !== undefined || reason !== undefined;
  return (
    <button
      ref={props.buttonRef ?? null}
      type={type}
      class={classes(props, square)}
      aria-label={square ? label : props.name}
      aria-busy={busy === undefined ? undefined : true}
      aria-disabled={reason === undefined ? undefined : true}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      aria-haspopup={props.popup}
      data-tip={reason ?? (square ? label : undefined)}
      data-autofocus={props.autoFocus || undefined}
      onClick={event => {
        if (!refuse) return onClick?.(event);
        event.preventDefault();
      }}
    >
      {icon !== undefined && busy === undefined && <Icon name={icon} />}
      {busy ?? children}
    </button>
  );
}

/** A link that looks like a button; `label` where it is an icon alone. With a reason it leads nowhere, and says why. */
export function LinkButton({
  href,
  children,
  download,
  reason,
  ...look
}: Shared & {
  href: string;
  children?: ComponentChildren;
  label?: string;
  name?: string;
  download?: string;
  reason?: string | undefined;
}) {
  const square = children === undefined;
  if (reason !== undefined)
    return (
      <Button {...look} reason={reason}>
        {children}
      </Button>
    );
  return (
    <a
      href={href}
      class={classes(look, square)}
      aria-label={square ? look.label : look.name}
      data-tip={square ? look.label : undefined}
      {...(download === undefined ? {} : { download })}
    >
      {look.icon !== undefined && <Icon name={look.icon} />}
      {children}
    </a>
  );
}

/** Copies a text; where the browser does not allow that, it selects it and says how. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const name = words.value.parts.copy(what);
  return (
    <button
      type="button"
      class="copy"
      aria-label={name}
      data-tip={name}
      onClick={event => copyText(text, event.currentTarget)}
    >
      <Icon name="copy" />
    </button>
  );
}

function copyText(text: string, button: HTMLElement): void {
  const { copied, copyByHand } = words.value.parts;
  if (navigator.clipboard !== undefined && window.isSecureContext) {
    navigator.clipboard.writeText(text).then(
      () => announce({ text: copied, tone: 'ok' }),
      () => announce({ text: copyByHand, tone: 'info' }),
    );
    return;
  }
  const near = button.parentElement?.querySelector('[data-copy]') ?? button.previousElementSibling;
  if (near) window.getSelection()?.selectAllChildren(near);
  announce({ text: copyByHand, tone: 'info' });
}
