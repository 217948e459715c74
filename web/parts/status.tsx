import type { ComponentChildren } from 'preact';
import type { Tone } from '../model/states.ts';
import { Icon } from './icon.tsx';

/** Icon, word and colour: always the three. */
export function State({ icon, tone, children }: { icon: string; tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`state is-${tone}`}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

export function Badge({
  icon,
  tone,
  pill = false,
  children,
}: {
  icon?: string;
  tone?: Tone | 'accent';
  pill?: boolean;
  children: ComponentChildren;
}) {
  return (
    <span class={`badge${tone === undefined ? '' : ` is-${tone}`}${pill ? ' pill' : ''}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** The first tag, and how many more there are. */
export function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
  const all = Object.entries(tags).map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  if (all.length === 0) return null;
  return (
    <>
      <span class="tag" data-tip={all.length > 1 ? all.join(', ') : undefined}>
        {all[0]}
      </span>
      {all.length > 1 && <span class="meta"> +{all.length - 1}</span>}
    </>
  );
}
