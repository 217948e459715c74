import type { Rule } from '../../data/rules.ts';
import { State } from '../../parts/status.tsx';
import { words } from '../../words/words.ts';

export function StateOf({ rule: { enabled, lastError } }: { rule: Rule }) {
  const { rules: text } = words.value;
  if (enabled === false)
    return (
      <State icon="disable" tone="muted">
        {text.off}
      </State>
    );
  if (lastError !== undefined && lastError !== '')
    return (
      <State icon="warning" tone="warning">
        {text.trouble}
      </State>
    );
  return (
    <State icon="online" tone="ok">
      {text.on}
    </State>
  );
}
