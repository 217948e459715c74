import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';

/** One figure: what it is, how much, of what, and its course. */
export function Tile({
  label,
  note,
  value,
  unit,
  href,
  children,
}: {
  label: string;
  note?: ComponentChildren;
  value: ComponentChildren;
  unit?: string;
  href?: string | undefined;
  children?: ComponentChildren;
}) {
  const inside = (
    <>
      <span class="tile-label">{label}</span>
      <span class="tile-note">{note}</span>
      <span class={value === words.value.parts.none ? 'tile-value none' : 'tile-value'}>
        {value}
        {unit !== undefined && unit !== '' && <span>{unit}</span>}
      </span>
      {children}
    </>
  );
  return href === undefined ? (
    <div class="panel tile">{inside}</div>
  ) : (
    <a class="panel tile" href={href}>
      {inside}
    </a>
  );
}
