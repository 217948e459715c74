import { join } from 'node:path';
import protobuf from 'protobufjs';
import type { Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import type { NewUser } from '../../../src/domain/account/user-changes.ts';
import { enterpriseAccess } from '../../../src/identity/access/access.ts';
import { recentReads } from '../../../src/identity/access/reads.ts';
import type { SecondFactor } from '../../../src/identity/signin/second-factor.ts';
import { openSignIn, type SignInSettings } from '../../../src/identity/signin/signin.ts';
import { Notifier } from '../../../src/kit/notifier.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { DAY_S } from '../../../src/kit/units.ts';
import type { AnswerFacts, Row } from '../../../src/rpc/call/define.ts';
import { Invoker } from '../../../src/rpc/call/invoke.ts';
import { RpcFailure } from '../../../src/rpc/call/status.ts';
import { pageTokens } from '../../../src/rpc/page-token.ts';
import type { ClientMethods, MethodName } from '../../../src/rpc/schema.gen.ts';
import { SERVICE } from '../../../src/rpc/serve/service.ts';
import { wireMethods } from '../../../src/rpc/serve/wire.ts';
import { makeDatabase } from '../../domain/database.ts';
import { ORGANIZATION, schema } from '../../rpc/harness.ts';
import { windClock } from '../../rpc/wind-clock.ts';

export const START = Date.UTC(2026, 10, 1);
export const PASSWORD = 'blaue Bojen 17 im Teich';
export const HOME = '192.0.2.7';
export const ANN = 'ann@example.org';

const compiled = schema();
const methods = wireMethods(compiled);
const service = (protobuf.Root.fromJSON(compiled.json).resolveAll() as protobuf.Root).lookupService(SERVICE);

export const settings: SignInSettings = {
  ...{ accessTokenS: 900, refreshTokenS: DAY_S, refreshAbsoluteS: 30 * DAY_S, issuer: 'sc:70b3d59cd0000001' },
  ...{ localLogin: true, loginNotice: 'Be kind.', secondFactorRequired: false },
  password: { minLength: 10, denyCommon: true },
  registration: { mode: 'own_organization', domains: [] },
  external: {},
  hasConsole: true,
  limits: { loginsPerMinute: 0, refreshesPerMinute: 0, registrationsPerMinute: 0 },
};

/** Where a call comes from. */
export interface From {
  readonly address?: string;
  readonly secure?: boolean;
  /** Access token, and the uuid of its user. */
  readonly token?: string | undefined;
  readonly user?: string | undefined;
  readonly organization?: string;
  readonly cookie?: string;
  /** As browsers send it. */
  readonly origin?: string;
  /** Gets what is told beside the answer. */
  readonly told?: AnswerFacts;
}

export interface SceneOptions {
  readonly settings?: Partial<SignInSettings>;
  readonly secondFactor?: SecondFactor;
  readonly clock?: ReturnType<typeof windClock>;
  /** Where the database is; one of its own when left out. */
  readonly path?: string;
}

/** Sign-in over a real store and behind the real gate, with a clock that only the test moves. */
export async function openScene(t: Pick<Test, 'testdir' | 'teardown'>, options: SceneOptions = {}) {
  const { clock = windClock(START), path = join(t.testdir(), 'waystation.db') } = options;
  makeDatabase(path);
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  await store.write.installation.establish({}, ORGANIZATION, clock.now());
  const changed = new Notifier();
  store.newsTo(news => news.audited && changed.notify());
  const logged: unknown[] = [];
  const note = (...line: unknown[]) => logged.push(line);
  const log = { debug: note, info: note, warn: note, error: note, isLevelEnabled: () => true } as never;
  const limited: string[] = [];
  const state = { on: false, codes: [] as string[] };
  const signIn = await openSignIn({
    ...{ store, clock, log, sealer: sealer(Buffer.alloc(32, 9)), defaultOrganizationId: ORGANIZATION },
    settings: { ...settings, ...options.settings },
    secondFactor: options.secondFactor ?? {
      isOn: () => state.on,
      // A code counts once.
      check: async (_, code) => state.codes.splice(state.codes.indexOf(code) >>> 0, 1).length > 0,
    },
    misconfigured: problem => new Error(problem),
    now: () => clock.now(),
    rateLimited: address => limited.push(address),
  });
  const table = new Map<string, Row>(signIn.rows.map(row => [row.name, row]));
  const organization = store.read.installation.defaultOrganization();
  const { accounts, signIns } = store.read;
  const unknown = { refusal: 'InvalidApiKey', org: undefined } as const;
  const invoker = new Invoker({
    table,
    access: enterpriseAccess({
      ...{ clock, log, changed, raise: event => store.write.events.raise(event) },
      gate: {
        reads: recentReads({ accounts, signIns, clock, changed }),
        keys: { verify: () => unknown, refusal: () => 'ApiKeyInactive', used() {}, rejected() {} },
        tokens: signIn.tokens,
        defaultOrganization: { id: organization.id, uuid: ORGANIZATION },
        ...{ enforced: true, peerSecret: undefined, secondFactorMissing: () => false },
      },
    }),
    ...{ clock, log, tokens: pageTokens(Buffer.alloc(32, 7)), requestsPerSecond: 0, rateLimited() {} },
    requestFields: name => methods.get(name)?.requestFields ?? [],
    metrics: { finished() {}, streams() {} },
  });
  invoker.open();
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    signIn.stop();
    await store.close();
  };
  t.teardown(close);

  const call = async <M extends MethodName>(
    method: M,
    request: ClientMethods[M]['request'],
    { address = HOME, secure = true, token, user, organization: named, cookie, origin, told = {} }: From = {},
  ): Promise<ClientMethods[M]['response']> => {
    const rpc = service.methods[method];
    const wire = methods.get(method);
    if (!rpc || !wire) throw new Error(`no method ${method}`);
    const asked = service.lookupType(rpc.requestType);
    const answered = service.lookupType(rpc.responseType);
    const headers: Record<string, string | undefined> = {
      authorization: token && `Bearer ${token}`,
      'x-user-id': user,
      'x-organization-id': named,
      cookie,
      origin,
    };
    const codec = wire.proto(asked.encode(asked.fromObject(request)).finish());
    const incoming = {
      ...({ transport: 'grpc', address, secure, timeoutMs: undefined } as const),
      headers: (name: string) => [headers[name]].flatMap(value => value ?? []),
      signal: new AbortController().signal,
      conditions: { told },
    };
    const bytes = await invoker.unary(method, codec, incoming);
    return answered.toObject(answered.decode(bytes), { defaults: true, longs: String }) as never;
  };

  const refused = <M extends MethodName>(method: M, request: ClientMethods[M]['request'], from?: From) =>
    call(method, request, from).then(
      () => ({ token: 'none', about: {} as Readonly<Record<string, unknown>> }),
      (cause: unknown) => {
        if (!(cause instanceof RpcFailure)) throw cause;
        return { token: cause.status.token.replace('ErrToken', ''), about: cause.status.about };
      },
    );

  const acting = { userId: undefined, userEmail: undefined, actor: 'box' };
  return {
    ...{ clock, store, signIn, logged, limited, state, close, path, call, refused, table },
    refusal: async <M extends MethodName>(method: M, request: ClientMethods[M]['request'], from?: From) =>
      (await refused(method, request, from)).token,
    /** An account with a password, a viewer of the default organization. */
    async user(email = ANN, more: Partial<NewUser> = {}) {
      const password = await signIn.passwords.hash(PASSWORD);
      const given = {
        ...{ email, first_name: 'Ann', last_name: 'Meyer', company_name: '', note: '', password },
        ...{ is_admin: false, is_active: true, password_change_required: false },
        memberships: [
          {
            organization_id: ORGANIZATION,
            role: 'viewer' as const,
            manage_endpoints: false,
            manage_base_stations: false,
          },
        ],
        ...more,
      };
      return store.write.accounts.createUser(given, { ...acting, now: clock.now() });
    },
    acting: () => ({ ...acting, now: clock.now() }),
    /** Signs in. */
    async in(email = ANN, password = PASSWORD, from: From = {}) {
      const { tokens, user } = await call('Login', { email, password }, from);
      if (!tokens || !user) throw new Error('no tokens');
      return { ...tokens, as: { ...from, token: tokens.access_token, user: user.id }, profile: user };
    },
    /** What was told of this kind, with repetitions. */
    async events(type: string) {
      // What was raised before is written before.
      await store.write.events.closeFolds();
      const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
      const rows = db
        .prepare('SELECT org, user_id, count, data FROM event WHERE event_type = ? ORDER BY seq')
        .all(type) as { org: number | null; user_id: string | null; count: number; data: string }[];
      db.close();
      return rows.map(row => ({ ...row, data: JSON.parse(row.data) as Record<string, unknown> }));
    },
  };
}
export type Scene = Awaited<ReturnType<typeof openScene>>;
