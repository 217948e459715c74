import { Fault, fault } from '../../kit/faults/faults.ts';
import { escaped } from '../../kit/html.ts';
import type { Page, PageAnswer, PageRequest } from '../../rpc/serve/pages.ts';
import { isLoopbackAddress } from '../../rpc/serve/peer.ts';
import { page } from '../html.ts';
import type { PasswordRules } from '../signin/passwords.ts';
import { type FirstAdministrator, SETUP_PATH } from './first.ts';

/** By these a proxy on this machine would show itself: behind it every client seems to be here. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];
const TITLE = 'first administrator';
const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const WORDS: Readonly<Record<string, string>> = {
  min_length: 'it is too short',
  max_length: 'it is too long',
  letter: 'it has no letter',
  digit: 'it has no digit',
  common: 'many people use it',
  identity: 'it has the name of the address in it',
};

/** The page on which the first administrator chooses a password: by its link, or on this machine (clarification I6b). */
export function setupPages(first: FirstAdministrator, rules: PasswordRules): readonly Page[] {
  const shown = (status: number, token: string, email: string, trouble: string): PageAnswer =>
    page(status, TITLE, form(rules, token, email, trouble));
  /** @throws fault `SecureTransportRequired` */
  const isLetIn = (request: PageRequest, token: string): boolean => {
    if (!request.secure) throw fault('SecureTransportRequired');
    return first.opens(token) || isFromHere(request);
  };
  const closed = (): PageAnswer =>
    page(
      404,
      TITLE,
      first.isWanted
        ? '<p>This link is not valid, or not any more. Restart the service for a new one in its log, or use <code>waystation admin create</code>.</p>'
        : '<p>There is an administrator already.</p>',
    );

  return [
    {
      ...{ method: 'GET', path: SETUP_PATH },
      handle(request) {
        const token = request.query.get('token') ?? '';
        return first.isWanted && isLetIn(request, token) ? shown(200, token, '', '') : closed();
      },
    },
    {
      ...{ method: 'POST', path: SETUP_PATH },
      async handle(request) {
        const { fields, address } = request;
        const [token = '', email = '', password = '', again = ''] = ['token', 'email', 'password', 'again'].map(
          name => fields.get(name) ?? '',
        );
        if (!first.isWanted || !isLetIn(request, token)) return closed();
        if (password !== again) return shown(400, token, email, 'The two passwords differ.');
        try {
          await first.create(email, password, address);
        } catch (cause) {
          if (!(cause instanceof Fault)) throw cause;
          if (cause.fault === 'PermissionDenied') return closed();
          return shown(400, token, email, sentenceOf(cause));
        }
        return page(
          200,
          TITLE,
          '<p>Done: you can sign in now, and this page is closed for good.</p><a class="button" href="/sign-in">Sign in</a>',
        );
      },
    },
  ];
}

function isFromHere({ address, headers }: PageRequest): boolean {
  const [host = '', ...others] = headers('host').length > 0 ? headers('host') : headers(':authority');
  const site = headers('sec-fetch-site');
  return (
    isLoopbackAddress(address) &&
    OF_PROXIES.every(name => headers(name).length === 0) &&
    // A page from elsewhere may not lead a browser of this machine here, by whatever name.
    others.length === 0 &&
    HERE.test(host) &&
    site.every(value => value === 'same-origin' || value === 'none')
  );
}

function sentenceOf(cause: Fault): string {
  if (cause.fault !== 'WeakPassword') return 'This is no e-mail address, or no password.';
  const rules = String(cause.about.rules).split(',');
  return `Choose another password: ${rules.map(rule => WORDS[rule] ?? rule).join(', ')}.`;
}

function form({ minLength, denyCommon }: PasswordRules, token: string, email: string, trouble: string): string {
  return `<p>Nobody can sign in yet. Who does this becomes the administrator of this server.</p>
${trouble === '' ? '' : `<p role="alert">${escaped(trouble)}</p>`}
<form method="post" action="${SETUP_PATH}"><input type="hidden" name="token" value="${escaped(token)}">
<label>E-mail <input name="email" type="email" required autofocus autocomplete="username" value="${escaped(email)}"></label>
<label>Password <input name="password" type="password" required minlength="${minLength}" autocomplete="new-password" aria-describedby="rules"></label>
<p id="rules">A password has at least ${minLength} characters, with a letter and a digit; it is not the name in the e-mail address${denyCommon ? ', and none that many people use' : ''}.</p>
<label>Once more <input name="again" type="password" required autocomplete="new-password"></label>
<button>Become the administrator</button></form>`;
}
