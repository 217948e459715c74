import { useRef } from 'preact/hooks';
import { standing } from '../data/call/session.ts';
import { useModal } from '../parts/dialog/dialog.tsx';
import { words } from '../words/words.ts';
import { Frame } from './frame.tsx';
import { SignIn } from './sign-in.tsx';

/** The console, or the page that asks who one is. A session that ends meanwhile is renewed over the page: what was typed stays. */
export function Gate() {
  const wasIn = useRef(false);
  const state = standing.value;
  if (state === 'in') wasIn.current = true;
  if (wasIn.current) {
    return (
      <>
        <Frame />
        {state === 'out' && <SignInAgain />}
      </>
    );
  }
  if (state === 'asking') return null;
  return (
    <main class="sign-in-page">
      <SignIn />
    </main>
  );
}

function SignInAgain() {
  const modal = useModal(undefined);
  return (
    <dialog
      class="dialog sign-in-again"
      aria-label={words.value.signIn.title}
      ref={modal.ref}
      onCancel={modal.onCancel}
    >
      <SignIn />
    </dialog>
  );
}
