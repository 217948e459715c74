import t from 'tap';
import { Discovery } from '../../../src/identity/external/discovery.ts';
import { turn } from '../../../src/kit/time/clock.ts';
import { windClock } from '../../rpc/wind-clock.ts';

const ISSUER = 'https://login.microsoftonline.com/common/v2.0';

/** @param said how it calls itself */
function scene(said: string) {
  const clock = windClock();
  const kept: unknown[] = [];
  const warned: object[] = [];
  const asked: string[] = [];
  const discovery = new Discovery({
    ...{ issuer: ISSUER, clientId: 'box', clock, now: () => clock.now() },
    async ask(url) {
      asked.push(url);
      await turn();
      return Response.json({ issuer: said, token_endpoint: `${ISSUER}/token`, jwks_uri: `${ISSUER}/keys` });
    },
    store: {
      read: { externalIdentities: { provider: () => undefined } },
      write: { externalIdentities: { keepProvider: async (_: string, row: unknown) => kept.push(row) } },
    } as never,
    log: { warn: (about: object) => warned.push(about), info() {}, error() {} } as never,
  });
  return { discovery, kept, warned, asked };
}

t.test('a provider that speaks for many tenants is none, though the library knows it', async t => {
  const { discovery, kept, warned } = scene('https://login.microsoftonline.com/{tenantid}/v2.0');
  const refusal: unknown = await discovery.metadata().catch((cause: unknown) => cause);
  t.match(refusal, { fault: 'IdentityProviderUnavailable', reason: 'it calls itself otherwise' });
  t.same(kept, []);
  t.equal(discovery.known, undefined);
  t.same(warned, [{ host: 'login.microsoftonline.com', reason: 'it calls itself otherwise' }]);
});

t.test('calls that wait for it at once wait for one answer', async t => {
  const { discovery, kept, asked } = scene(ISSUER);
  const all = await Promise.all([discovery.metadata(), discovery.metadata(), discovery.metadata()]);
  t.equal(new Set(all).size, 1);
  t.same(asked, [`${ISSUER}/.well-known/openid-configuration`]);
  t.equal(kept.length, 1);
  await discovery.metadata();
  t.equal(asked.length, 1);
});
