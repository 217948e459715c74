import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** Opens and closes the row below its own: the words of the row are the button. */
export function Opener({
  isOpen,
  onToggle,
  lang,
  children,
  after,
}: {
  isOpen: boolean;
  onToggle: () => void;
  lang?: string | undefined;
  children: ComponentChildren;
  /** Beside the button. */
  after?: ComponentChildren;
}) {
  return (
    <span class="opener">
      <button type="button" class="opener-button" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} class="opener-mark" />
        <span class="opener-text" lang={lang}>
          {children}
        </span>
      </button>
      {after}
    </span>
  );
}
