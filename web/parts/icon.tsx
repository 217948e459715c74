/** An icon of the sprite. What it means is said beside it in words. */
export function Icon({ name, class: more = '' }: { name: string; class?: string }) {
  return (
    <svg class={`icon ${more}`} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
