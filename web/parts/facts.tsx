import type { ComponentChildren } from 'preact';

export type NamedFact = readonly [name: string, value: ComponentChildren];

/** What is known of a thing, name beside value, close together. */
export function Facts({ facts }: { facts: readonly NamedFact[] }) {
  return (
    <dl class="facts tight">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
