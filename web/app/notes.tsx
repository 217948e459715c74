import { useEffect, useState } from 'preact/hooks';
import { presence, tryNow } from '../data/call/away.ts';
import { useRelease } from '../data/release.ts';
import { now } from '../model/text/clock.ts';
import { Button } from '../parts/button.tsx';
import { Note } from '../parts/note/note.tsx';
import { format, words } from '../words/words.ts';

/** Says that Waystation does not answer, since when, and when it is asked again. */
export function AwayNote() {
  const state = presence.value;
  const [, tick] = useState(0);
  useEffect(() => {
    if (state.state !== 'away') return;
    const timer = setInterval(() => tick(count => count + 1), 1000);
    return () => clearInterval(timer);
  }, [state.state]);
  const { away, awaySince, tryNow: word, back } = words.value.frame;
  if (state.state === 'here') return null;
  if (state.state === 'back') return <Note tone="ok">{back}</Note>;
  return (
    <Note
      tone="error"
      alert
      end={
        <Button size="compact" onClick={tryNow}>
          {word}
        </Button>
      }
    >
      <b>{away}</b> {awaySince(format.value.time(state.since), format.value.duration(Math.max(0, state.again - now())))}
    </Note>
  );
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** In the community edition, reached from beyond this machine: every client that reaches it can change everything. */
export function OpenNote() {
  const { value } = useRelease();
  if (value?.edition !== 'community' || LOOPBACK.test(location.hostname)) return null;
  const { noSignIn, noSignInWhy } = words.value.frame;
  return (
    <Note
      tone="warning"
      end={
        <a class="link" href="/api/docs">
          {noSignInWhy}
        </a>
      }
    >
      {noSignIn}
    </Note>
  );
}
