import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface MenuAction {
  text: string;
  icon?: string;
  bad?: boolean;
  /** The key that does the same. */
  hint?: string;
  href?: string;
  /** Why it cannot be chosen; it stays in its place and says so. */
  reason?: string | undefined;
  onSelect?: () => void;
}

export interface MenuChoice {
  kind: 'radio' | 'checkbox';
  text: string;
  checked: boolean;
  onSelect: () => void;
}

export type MenuEntry = MenuAction | MenuChoice | { kind: 'rule' };

/** A button that opens a menu: arrows move, Escape and a click beside close it, the focus goes back. */
export function Menu({
  name,
  entries,
  children,
  class: look,
  label,
}: {
  /** Accessible name of the menu. */
  name: string;
  entries: readonly MenuEntry[];
  /** What the button shows. */
  children: ComponentChildren;
  class: string;
  /** Accessible name of a button without words. */
  label?: string;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !list.current || !button.current) return;
    place(list.current, button.current);
    items(list.current)[0]?.focus();
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    const away = () => setOpen(false);
    document.addEventListener('pointerdown', outside);
    addEventListener('resize', away);
    return () => {
      document.removeEventListener('pointerdown', outside);
      removeEventListener('resize', away);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={look}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        data-tip={label}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <div
          ref={list}
          id={id}
          class="menu"
          role="menu"
          aria-label={name}
          tabIndex={-1}
          onKeyDown={event => move(event, list.current, close)}
        >
          {entries.map((entry, at) => (
            <MenuLine key={at} entry={entry} close={close} />
          ))}
        </div>
      )}
    </>
  );
}

function MenuLine({ entry, close }: { entry: MenuEntry; close: () => void }) {
  if (!('kind' in entry)) return <ActionLine entry={entry} close={close} />;
  if (entry.kind === 'rule') return <hr />;
  const { checked } = entry;
  const shared = {
    type: 'button' as const,
    class: 'menu-item',
    tabIndex: -1,
    onClick: () => {
      entry.onSelect();
      close();
    },
  };
  const inside = (
    <>
      {checked ? <Icon name="check" /> : <span class="icon" />}
      {entry.text}
    </>
  );
  return entry.kind === 'radio' ? (
    <button {...shared} role="menuitemradio" aria-checked={checked}>
      {inside}
    </button>
  ) : (
    <button {...shared} role="menuitemcheckbox" aria-checked={checked}>
      {inside}
    </button>
  );
}

function ActionLine({ entry, close }: { entry: MenuAction; close: () => void }) {
  const inside = (
    <>
      {entry.icon !== undefined && <Icon name={entry.icon} />}
      {entry.text}
      {entry.hint !== undefined && <kbd aria-hidden="true">{entry.hint}</kbd>}
    </>
  );
  if (entry.href !== undefined)
    return (
      <a class="menu-item" role="menuitem" tabIndex={-1} href={entry.href} onClick={close}>
        {inside}
      </a>
    );
  return (
    <button
      type="button"
      class={`menu-item${entry.bad ? ' bad' : ''}`}
      role="menuitem"
      tabIndex={-1}
      aria-disabled={entry.reason === undefined ? undefined : true}
      data-tip={entry.reason}
      onClick={() => {
        if (entry.reason !== undefined) return;
        close();
        entry.onSelect?.();
      }}
    >
      {inside}
    </button>
  );
}

function items(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
}

function move(event: KeyboardEvent, list: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    event.stopPropagation();
    close();
    return;
  }
  const all = items(list);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[(to + all.length) % all.length]?.focus();
}

const MARGIN = 8;

/** Below the button, at its right edge where there is room, above it where there is none below. */
function place(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = at.bottom + 4 + height < innerHeight - MARGIN;
  const top = below ? at.bottom + 4 : Math.max(MARGIN, at.top - height - 4);
  const left = Math.min(Math.max(MARGIN, at.right - width), innerWidth - width - MARGIN);
  list.style.top = `${top}px`;
  list.style.left = `${left}px`;
}
