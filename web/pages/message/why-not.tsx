import type { Message } from '../../data/message.ts';
import { contentOf } from '../../model/message.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Note } from '../../parts/note/note.tsx';
import { words } from '../../words/words.ts';

type Problems = typeof words.value.message.problems;
const SETTINGS = ['no_blueprint', 'format_not_found', 'payload_too_short', 'calibration_missing', 'encrypted_payload'];

/** Why there are no values, and where that is mended. */
export function WhyNot({ message }: { message: Message }) {
  const { message: text } = words.value;
  const { status, error } = contentOf(message);
  const code = status === 'pending' ? 'pending' : error === '' && status === 'skipped' ? 'no_blueprint' : error;
  const known = Object.hasOwn(text.problems, code) ? (code as keyof Problems) : 'internal';
  const todo = text.problems[`${known.replace(/Todo$/, '')}Todo` as keyof Problems];
  return (
    <Note
      tone={status === 'failed' ? 'warning' : 'info'}
      boxed
      end={
        SETTINGS.includes(known) ? (
          <LinkButton size="compact" href={`/endpoints/${message.epEui}/settings`}>
            {text.settings}
          </LinkButton>
        ) : undefined
      }
    >
      <b>{text.problems[known]}</b> {todo}
    </Note>
  );
}
