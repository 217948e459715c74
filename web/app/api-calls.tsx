import { useMemo } from 'preact/hooks';
import { pageCalls } from '../data/call/calls.ts';
import { Button } from '../parts/button.tsx';
import { Command } from '../parts/command.tsx';
import { Dialog } from '../parts/dialog/dialog.tsx';
import { words } from '../words/words.ts';

/** What this page has asked of the API, each as a line for a terminal. */
export function ApiCalls({ onClose }: { onClose: () => void }) {
  const text = words.value.frame;
  const calls = useMemo(pageCalls, []);
  return (
    <Dialog
      title={text.apiCalls}
      onClose={onClose}
      onSubmit={onClose}
      foot={
        <Button type="submit" autoFocus>
          {words.value.parts.close}
        </Button>
      }
    >
      <div class="stack">
        <p class="text-2">{calls.length === 0 ? text.apiCallsNone : text.apiCallsText}</p>
        {calls.map(({ name, curl }) => (
          <section key={name} aria-label={name}>
            <h3 class="mono small">{name}</h3>
            <Command text={curl} what={name} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}
