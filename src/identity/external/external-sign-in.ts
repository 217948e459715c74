import type { FaultName } from '../../kit/faults/faults.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { type Row, refusedRpc, rpc } from '../../rpc/call/define.ts';
import { text } from '../../rpc/checks.ts';
import { type Check, fields, type Maybe } from '../../rpc/input.ts';
import type { Exchange } from './exchange.ts';

/** More than any provider's. */
const MAX_CODE = 4096;

const given =
  (missing: FaultName): Check<Maybe<string>, string> =>
  (wire, at) =>
    wire || at.refuse('presence', missing);

const answer = fields({
  code: text(MAX_CODE, { required: 'AuthCodeRequired' }),
  state: given('AuthStateRequired'),
  iss: (wire: Maybe<string>) => wire ?? '',
});

/** Undefined: sign-in of that kind is not configured. */
export function exchangeRows(oidc: Exchange | undefined, oauth2: Exchange | undefined): readonly Row[] {
  return [
    oidc
      ? rpc('ExchangeOIDC', {
          ...rules.ExchangeOIDC,
          input: answer,
          handle: (brought, call) => oidc.signIn({ ...brought, error: '' }, call),
        })
      : refusedRpc('ExchangeOIDC', { ...rules.ExchangeOIDC, refuse: 'OIDCDisabled' }),
    oauth2
      ? rpc('ExchangeOAuth2', {
          ...rules.ExchangeOAuth2,
          input: answer,
          handle: (brought, call) => oauth2.signIn({ ...brought, error: '' }, call),
        })
      : refusedRpc('ExchangeOAuth2', { ...rules.ExchangeOAuth2, refuse: 'OAuth2Disabled' }),
  ];
}
