import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface PanelProps {
  title: string;
  note?: ComponentChildren;
  /** At the right of the head. */
  end?: ComponentChildren;
  foot?: ComponentChildren;
  /** Without padding, for tables and rows that reach the border. */
  flush?: boolean;
  /** Accessible name where it is not the title. */
  name?: string;
  /** Between title and end. */
  middle?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/** A part of a page with a head: a region named as its title. */
export function Panel({ title, note, end, foot, flush = false, name, middle, class: more, children }: PanelProps) {
  const id = useId();
  return (
    <section
      class={`panel${more === undefined ? '' : ` ${more}`}`}
      aria-labelledby={name === undefined ? id : undefined}
      aria-label={name}
    >
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span class="meta">{note}</span>}
        {middle}
        {end !== undefined && <div class="panel-end">{end}</div>}
      </div>
      {flush ? children : <div class="panel-body">{children}</div>}
      {foot && <div class="panel-foot">{foot}</div>}
    </section>
  );
}
