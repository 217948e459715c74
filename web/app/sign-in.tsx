import { useEffect, useState } from 'preact/hooks';
import { go, match, query } from '../data/call/address.ts';
import { Refusal, signIn } from '../data/call/session.ts';
import { useSignInWays } from '../data/call/sign-in.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { TextField } from '../parts/form/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Note } from '../parts/note/note.tsx';
import { matchRoute } from '../routes.ts';
import { words } from '../words/words.ts';

/** E-mail and password, then the code where one is needed; and the other ways in. */
export function SignIn() {
  const text = words.value.signIn;
  const ways = useSignInWays().value;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [mistake, setMistake] = useState<string | undefined>(undefined);
  const enter = async (run: () => Promise<void>, to = '/') => {
    setBusy(true);
    setMistake(undefined);
    try {
      await run();
      if (match.value?.route.name === 'sign-in') go(to, { replace: true });
    } catch (cause) {
      const token = cause instanceof Refusal ? cause.token : '';
      if (token === 'ErrTokenSecondFactorRequired' && code === undefined) setCode('');
      else setMistake(mistakeOf(token));
    }
    setBusy(false);
  };
  useProviderAnswer(enter);
  return (
    <div class="sign-in">
      <div class="sign-in-brand">
        <Icon name="logo" class="logo" />
        Waystation
      </div>
      <form
        class="panel"
        onSubmit={event => {
          event.preventDefault();
          void enter(() => signIn({ email, password, ...(code ? { otp: code } : {}) }));
        }}
      >
        <div class="panel-body form">
          <div>
            <h1>{text.title}</h1>
            <p class="small text-2">{ways?.notice || location.hostname}</p>
          </div>
          {mistake !== undefined && (
            <Note tone="error" boxed alert>
              {mistake}
            </Note>
          )}
          {ways?.password !== false && (
            <>
              <TextField
                label={text.email}
                type="email"
                value={email}
                onInput={setEmail}
                autocomplete="username"
                required
              />
              <TextField
                label={text.password}
                type="password"
                value={password}
                onInput={setPassword}
                autocomplete="current-password"
                required
              />
              {code !== undefined && (
                <TextField
                  label={text.code}
                  help={text.codeHelp}
                  value={code}
                  onInput={setCode}
                  autocomplete="one-time-code"
                  mono
                  required
                />
              )}
              <Button kind="primary" type="submit" busy={busy ? text.busy : undefined}>
                {text.submit}
              </Button>
            </>
          )}
          {ways && ways.providers.length > 0 && (
            <>
              <div class="sign-in-or meta">{text.or}</div>
              {ways.providers.map(({ kind, label }) => (
                <LinkButton key={kind} href={`/auth/${kind}/start?to=${encodeURIComponent(target())}`} icon="key">
                  {text.provider(label === '' ? text.otherProvider : label)}
                </LinkButton>
              ))}
            </>
          )}
        </div>
        <div class="panel-foot meta">
          <span>
            {text.forgotten} <code>waystation admin reset-password</code>
          </span>
        </div>
      </form>
    </div>
  );
}

/** Where one wanted to go. */
function target(): string {
  return match.value?.route.name === 'sign-in' ? '/' : location.pathname;
}

/** A browser that comes back from a provider signs in with what it brings, once. */
function useProviderAnswer(enter: (run: () => Promise<void>, to: string) => Promise<void>): void {
  const kind = match.value?.params.kind;
  useEffect(() => {
    const code = query.value.get('code');
    const state = query.value.get('state');
    if ((kind !== 'oidc' && kind !== 'oauth2') || code === null || state === null) return;
    const iss = query.value.get('iss');
    const to = query.value.get('to') ?? '/';
    const known = matchRoute(to);
    history.replaceState(null, '', '/sign-in');
    void enter(
      () => signIn({ provider: kind, code, state, ...(iss === null ? {} : { iss }) }),
      known && known.route.name !== 'sign-in' ? to : '/',
    );
  }, []);
}

function mistakeOf(token: string): string {
  const { wrong, wrongCode, blocked, change, failed } = words.value.signIn;
  if (/SecondFactor/.test(token)) return wrongCode;
  if (/PasswordChange/.test(token)) return change;
  if (/Blocked|Locked|RateLimited|TooMany/.test(token)) return blocked;
  if (/Credentials|Unauthenticated|HTTP 401/.test(token)) return wrong;
  return failed;
}
