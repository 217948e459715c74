import t from 'tap';
import { Heard, made } from '../contract/heard.ts';
import { RestBox } from './box.ts';

t.setTimeout(480_000);

const ROLES = '/organization_access_control.AccessControlService';

/** A list of which pages are read while others make and remove what is in it. */
interface List {
  readonly path: string;
  /** Where the items stand; default: the last word of the path, in camelCase. */
  readonly key?: string;
  /** The field that identifies an item; default: `id`. */
  readonly id?: string;
  /** Asked for with the organization in a body; default: by GET. */
  readonly isPosted?: true;
  /** By which all of it is asked for: what is removed would stay in the list without. */
  readonly filter?: Readonly<Record<string, string>>;
  /** A filter that is not the one of a cursor; default: some search. */
  readonly otherFilter?: Readonly<Record<string, string>>;
  /** @param name of what is made; @returns its id */
  make(name: string): Promise<string>;
  /** Undefined: nothing of it is removed. */
  remove?(id: string): Promise<unknown>;
}

/** Of those that stay there are so many. */
const STAYING = 12;
const LIMIT = 4;

async function lists(box: RestBox): Promise<readonly List[]> {
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('people are made where they sign in');
  const root = { ...(await enterprise.signIn('root@example.org')), 'x-organization-id': organizationId };
  const posted = (path: string, of: (name: string) => object): List => ({
    path,
    make: async name => (await made(box, path, of(name))).id,
    remove: id => box.delete(`${path}/${id}`),
  });
  const person = {
    async make(name: string) {
      const user = { email: `${name}@example.org`, first_name: name, last_name: 'Test' };
      const memberships = [{ organization_id: organizationId, role: 'viewer' }];
      const { id } = await enterprise.call('CreateUser', { user, memberships }, root);
      return String(id);
    },
    remove: (id: string) => box.post(`${ROLES}/RevokeRole`, { organizationId, userId: id }),
  };
  const { id: device } = await made(box, '/api/v2/devices', {
    name: 'valve',
    physicalDevice: {
      ...{ clientDeviceId: '70b3d56770990001', connectionId: 'mioty' },
      configuration: { nwkKey: '00112233445566778899aabbccddeeff', epClass: 'A' },
    },
  });
  const heard = await Heard.open({
    ...{ center: box.center, calls: box, platform: (method, request) => box.platform(method, request) },
    ...{ prefix: '70b3d5677aaa', named: 'own' },
  });
  const alertOf = async (eui: string): Promise<string> => {
    const { alerts } = (await box.get('/api/v2/alerts', { query: { limit: 1000 } })).json;
    const [alert] = (alerts as { id: string; sourceId: string }[]).filter(({ sourceId }) => sourceId === eui);
    return alert?.id ?? '';
  };
  return [
    // First: rules and integrations, once there are some, open alerts of their own.
    {
      path: '/api/v2/alerts',
      async make() {
        const id = await heard.make();
        await heard.send([id]);
        return alertOf(heard.euiOf(id));
      },
      remove: id => box.post(`/api/v2/alerts/${id}/resolve`, { note: 'over' }),
      filter: { status: 'new' },
      otherFilter: { status: 'resolved' },
    },
    { path: '/api/v2/users', ...person },
    { path: `${ROLES}/ListRoleAssignments`, key: 'roleAssignments', id: 'userId', isPosted: true, ...person },
    { path: `/api/v2/orgs/${organizationId}/members`, key: 'members', ...person },
    posted('/api/v2/sensor-templates', name => ({ name, kind: 'custom' })),
    posted('/api/v2/rules', name => ({
      ...{ name, trigger: { kind: 'telemetry', key: 'temperature' }, condition: { operator: 'gt', value: 8 } },
      actions: [{ kind: 'alert', severity: 'error', title: 'warm' }],
    })),
    posted('/api/v2/dashboards', name => ({ name })),
    posted('/api/v2/api-keys', name => ({ name, scopes: ['devices:read'] })),
    posted('/api/v2/integrations', name => ({ name, kind: 'http', http: { url: 'http://127.0.0.1:9/' } })),
    {
      path: '/api/v2/commands',
      make: async name => (await made(box, `/api/v2/devices/${device}/commands`, { payloadHex: '01', ref: name })).id,
      otherFilter: { status: 'pending' },
    },
  ];
}

const keyOf = ({ path, key }: List) =>
  key ?? (path.split('/').at(-1) ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Asks for a page. */
async function ask(
  box: RestBox,
  { path, isPosted, filter }: List,
  wanted: Readonly<Record<string, string | number | undefined>>,
) {
  const query = { ...filter, ...wanted };
  if (!isPosted) return box.get(path, { query });
  const answer = await box.post(path, { organizationId: box.organizationId, ...query });
  // Methods say why in a text that begins with the token.
  const [, token = answer.token] = /^ErrToken(\w+)/.exec(String(answer.json.message)) ?? [];
  return { ...answer, token };
}

let named = 0;
/** A name that no other thing has, and that lies among those with the same number. */
const nameAt = (n: number) => `n${String(n).padStart(2, '0')}-${String(++named).padStart(5, '0')}`;

t.test(
  'pages by cursor leave nothing out and show nothing twice, whatever is made and removed between them',
  async t => {
    const settings = { integrations: { allow_targets: ['127.0.0.0/8'] }, limits: { rest_requests_per_s: 0 } };
    await using box = await RestBox.start(t.testdir(), { edition: 'enterprise', settings });
    for (const list of await lists(box)) {
      const key = keyOf(list);
      const staying: string[] = [];
      let going: string[] = [];
      for (let n = 0; n < STAYING; n++) {
        staying.push(await list.make(nameAt(n)));
        if (n % 2 === 0) going.push(await list.make(nameAt(n)));
      }
      let round = 0;
      // Between two pages of each reader one is made before, among and behind what was read, and others go.
      const disturb = async () => {
        round++;
        const gone = going;
        going = [];
        for (const id of gone) await list.remove?.(id);
        for (const n of [0, round % STAYING, STAYING]) going.push(await list.make(nameAt(n)));
      };
      const read = async () => {
        const seen: string[] = [];
        const sizes: number[] = [];
        let cursor: string | undefined;
        do {
          const { status, json } = await ask(box, list, { limit: LIMIT, ...(cursor && { cursor }) });
          if (status !== 200) throw new Error(`${list.path}: ${status} ${JSON.stringify(json)}`);
          const items = json[key] as Record<string, unknown>[];
          seen.push(...items.map(item => String(item[list.id ?? 'id'])));
          sizes.push(items.length);
          cursor = json.nextCursor;
          if (cursor !== undefined) await disturb();
        } while (cursor !== undefined && sizes.length < 20);
        return { seen, sizes };
      };
      for (const { seen, sizes } of await Promise.all([read(), read()])) {
        const missing = staying.filter(id => !seen.includes(id));
        t.same(missing, [], `${list.path}: what was there all the time was shown`);
        t.equal(new Set(seen).size, seen.length, `${list.path}: nothing came twice`);
        t.ok(
          sizes.slice(0, -1).every(size => size === LIMIT) && sizes.length > 3,
          `${list.path}: pages are whole, ${sizes}`,
        );
      }
      const { json: first } = await ask(box, list, { limit: 2 });
      const { nextCursor: cursor } = first;
      t.match(await ask(box, list, { limit: 2, cursor, offset: 1 }), {
        ...{ status: 400, token: 'MutuallyExclusiveFields' },
      });
      const { otherFilter = { search: 'n' } } = list;
      t.match(
        await ask(box, list, { limit: 2, cursor, ...otherFilter }),
        { status: 400, token: 'InvalidPageToken' },
        `${list.path}: a cursor goes on under its filter`,
      );
      const forged = await ask(box, list, { cursor: `${cursor.slice(0, -2)}AA` });
      t.match(forged, { status: 400, token: 'InvalidPageToken' }, list.path);
      const { json: whole } = await ask(box, list, { limit: 1000 });
      t.notOk('nextCursor' in whole, `${list.path}: the end has no cursor`);
      t.equal(whole[key].length, whole.total);
    }
    const { json } = await box.get('/api/v2/connections', { query: { limit: 1 } });
    t.match([json.total, json.nextCursor], [1, undefined]);
  },
);
