import type { TestOutcome } from '../../data/integrations.ts';
import { State } from '../../parts/status.tsx';
import { StepList } from '../../parts/step-list.tsx';
import { format, words } from '../../words/words.ts';

/** What a test has shown: each step with what it found, the one that stopped it with what to do. */
export function TestSteps({ outcome }: { outcome: TestOutcome }) {
  const { integrations: text } = words.value;
  const failed = outcome.steps.find(({ ok }) => !ok);
  const known = new Set(outcome.steps.map(({ name }) => name));
  const ahead = failed && !known.has('accepted') ? (['accepted'] as const) : [];
  return (
    <section class="test-steps" aria-label={text.steps}>
      <div class="test-head">
        <h2 class="small strong">{text.steps}</h2>
        <span role="status">
          <State icon={failed ? 'error' : 'done'} tone={failed ? 'error' : 'ok'}>
            {failed ? text.stopped(text.step[failed.name]) : text.passed}
          </State>
        </span>
      </div>
      <StepList
        label={text.steps}
        steps={[
          ...outcome.steps.map(({ name, ok, detail, milliseconds }) => ({
            ...{ key: name, ok, title: text.step[name] },
            note: text.ms(format.value.number(milliseconds, 0)),
            text: (
              <>
                <span lang="en">{detail}</span>
                {!ok && <p class="step-todo">{text.stepTodo[name]}</p>}
              </>
            ),
          })),
          ...ahead.map(name => ({ key: name, ok: undefined, title: text.step[name] })),
        ]}
      />
    </section>
  );
}
