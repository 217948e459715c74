import { Icon } from './icon.tsx';

/** The steps of a page that is gone through in order. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol class="stepper">
      {steps.map((step, at) => (
        <li key={step} aria-current={at === current ? 'step' : undefined}>
          {at < current ? <Icon name="done" class="is-ok" /> : <span class="step-number">{at + 1}</span>}
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
