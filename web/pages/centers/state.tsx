import { isConnected, type ScaciSession } from '../../data/centers.ts';
import { State } from '../../parts/status.tsx';
import { words } from '../../words/words.ts';

export function SessionState({ session }: { session: ScaciSession }) {
  const { centers: text } = words.value;
  const word = text.states[session.status as keyof typeof text.states] ?? session.status;
  if (isConnected(session))
    return (
      <State icon="online" tone="ok">
        {word}
      </State>
    );
  return session.status === 'disconnected' ? (
    <State icon="offline" tone="error">
      {word}
    </State>
  ) : (
    <State icon="disable" tone="muted">
      {word}
    </State>
  );
}
