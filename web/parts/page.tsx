import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../words/words.ts';
import { Icon } from './icon.tsx';

export interface PageProps {
  title: string;
  /** Beside the heading. */
  beside?: ComponentChildren;
  sentence?: ComponentChildren;
  actions?: ComponentChildren;
  /** Where it lies: a link, and what this is there. */
  crumb?: { href: string; text: string; here: ComponentChildren };
  children: ComponentChildren;
}

/** One heading, what can be done with the whole, and the page below. */
export function Page({ title, beside, sentence, actions, crumb, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Waystation`;
  }, [title]);
  return (
    <div class="page">
      <div class="page-head">
        {crumb && (
          <nav class="crumb" aria-label={words.value.frame.crumb}>
            <a href={crumb.href}>{crumb.text}</a>
            <Icon name="chevron-right" />
            <span>{crumb.here}</span>
          </nav>
        )}
        <div class="page-title">
          <div class="page-title-line">
            <h1 tabIndex={-1}>{title}</h1>
            {beside}
          </div>
          {sentence !== undefined && <div class="page-sentence">{sentence}</div>}
        </div>
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
