// Long: for CI and `npm test -- --long`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { tablesOf } from '../../../src/database/snapshot/snapshot.ts';
import type { MethodName } from '../../../src/rpc/call/define.ts';
import { SERVICE } from '../../../src/rpc/serve/service.ts';
import { tokenOf } from '../../contract/answers.ts';
import { type Operation, operations } from '../../contract/document.ts';
import { draftOf, sent } from '../../contract/draft.ts';
import { validInput } from '../../contract/inputs.ts';
import { Scene } from '../../contract/scene.ts';
import { Wire } from '../../contract/wire.ts';
import { matrix } from '../../identity/matrix.ts';
import { RestBox } from '../../rest/box.ts';
import { accountWrites, type Headers, NOT_ASKED, type PlatformWrite, platformWrites } from './platform-writes.ts';
import { cannotMount, SmallDisk } from './small-disk.ts';

// Two editions with a thousand requests each, over sockets.
t.setTimeout(480_000);

const impossible = cannotMount();
/** Read by their names; what is streamed, too. */
const READS = /^(Get|List|Search|Export|Stream|DecodePreview)/;
const DOCUMENT_READS = /(^|\.)(Get|List|Search|Query|Check|Simulate|Find|Read)\w*$/;
/** Of REST, and of the services beside it: these store nothing, and are answered whatever the disk does. */
const STORES_NOTHING =
  /^(createStreamTicket|testAlertEmail|testIntegration|simulateRule|encodePayload|listEndpointValues|pingBaseStation|(create|update|delete)Connection|connection\.ConnectionService\.\w+)$/;
/**
 * What they are about does not come of requests with a key alone: items that are parked, another name for an organization by its
 * old method, invitations, which their user answers, sign-ins of a user, and releases of a web server.
 */
const NEEDS_MORE =
  /^(retryParked|(accept|decline)Membership|endOwnSession|requestSystemUpdate|OrganizationsService\.UpdateOrganization)$/;
/** A secret is withheld that is shown once or never again, and that is what is said (platform API, audit). */
const SECRETS = new Set(['DownloadCertificate', 'DownloadBaseStationCertificate']);
/** Of operations whose requests depend on what there is, the first so many are tried until one is well-formed. */
const TRIES = 60;
const FIRST_TRIES = 4;
const SETTINGS = {
  // SQLite itself is to meet the end of the disk.
  store: { low_free_mb: 0, min_free_mb: 0 },
  integrations: { allow_targets: ['127.0.0.0/8'] },
};

interface Outcome {
  readonly token: string;
  readonly status: number;
}

/** A service center whose data lie on a disk of their own, with everything in it that writes are about. */
class Box implements AsyncDisposable {
  readonly box: RestBox;
  readonly #scene: Scene;
  readonly #wire: Wire;
  readonly #writes: readonly PlatformWrite[];
  readonly #callers: { readonly owner: Headers; readonly root: Headers };

  static async start(dir: string, edition: 'community' | 'enterprise'): Promise<Box> {
    const auth = { enabled: true, registration: { mode: 'own_organization' } } as const;
    const settings = { ...SETTINGS, ...(edition === 'enterprise' && { auth }) };
    const box = await RestBox.start(dir, { edition, settings });
    const scene = await Scene.furnish(box);
    await scene.refill();
    // Those of the release are nobody's to change.
    const own: { readonly id: string }[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      const { json } = await box.post('/api/v2/sensor-templates', { name, kind: 'custom' });
      own.push({ id: String(json.id) });
    }
    for (const kind of ['sensor-templates', 'own-templates']) scene.things.set(kind, own);
    const there = { 'x-organization-id': box.organizationId };
    const root = box.enterprise ? { ...(await box.enterprise.signIn('root@example.org')), ...there } : {};
    const callers = { owner: box.enterprise ? { ...box.owner, ...there } : {}, root };
    const call = async (method: MethodName, request: object, headers: Headers = {}) => {
      const { status, json } = await asked(box, method, request, headers);
      if (status !== 200) throw new Error(`${method}: ${JSON.stringify(json)}`);
      return json;
    };
    const writes = await platformWrites(call, box.center, callers);
    if (box.enterprise) writes.push(...(await accountWrites(call, callers, box.organizationId)));
    return new Box(box, scene, writes, callers);
  }

  private constructor(box: RestBox, scene: Scene, writes: readonly PlatformWrite[], callers: Box['callers']) {
    this.box = box;
    this.#scene = scene;
    this.#writes = writes;
    this.#callers = callers;
    this.#wire = new Wire(box.center.ports.gateway);
  }

  get callers() {
    return this.#callers;
  }

  get methods(): ReadonlySet<string> {
    return new Set(this.#writes.map(({ method }) => method));
  }

  /** Every method that stores something, once. */
  async platform(): Promise<Map<MethodName, Outcome>> {
    const outcomes = new Map<MethodName, Outcome>();
    for (const { method, request, headers = {} } of this.#writes) {
      const { status, json } = await asked(this.box, method, request, headers);
      outcomes.set(method, { status, token: status === 200 ? 'OK' : nameOf(json) });
    }
    return outcomes;
  }

  /** Every operation of the document that is none of PlatformService and changes something. @param isRefusing the disk */
  async document(isRefusing = true): Promise<Map<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    const writing = ({ method, isRest, path }: Operation) =>
      method !== 'GET' && method !== 'HEAD' && (isRest || !DOCUMENT_READS.test(path.split('/').at(-1) ?? ''));
    for (const [place, operation] of operations.filter(writing).entries()) {
      let outcome: Outcome = { token: 'never well-formed', status: 0 };
      for (const input of inputs(operation, 7919 * (place + 1))) {
        const answer = await this.#wire.send(sent(draftOf(operation, input, this.#scene.things, { ...this.box.own })));
        outcome = { status: answer.status, token: tokenOf(answer) };
        // Before the disk is asked, the request has to be one that can be carried out, and one that changes something.
        if (outcome.status >= 500 || (outcome.status === 200 && !isRefusing)) break;
      }
      outcomes.set(operation.id, outcome);
    }
    return outcomes;
  }

  /** How many rows there are, and which files. */
  contents(): { readonly rows: object; readonly files: readonly string[] } {
    const { database, dir } = this.box.center;
    const db = openDb(database, { engine: 'better-sqlite3', mode: 'reader' });
    try {
      const count = (table: string) => (db.prepare(`SELECT count(*) AS n FROM "${table}"`).get() as { n: number }).n;
      const files = readdirSync(dir, { recursive: true }) as string[];
      return {
        rows: Object.fromEntries(tablesOf(db).map(table => [table, count(table)])),
        files: files.filter(file => !/^(filler|lost\+found|waystation\.db-\w+)$/.test(file)).sort(),
      };
    } finally {
      db.close();
    }
  }

  /** What the log of the database holds is in the database: no write fits into a file that is there already. */
  emptyLog(): void {
    const db = openDb(this.box.center.database, { engine: 'better-sqlite3', mode: 'upkeep' });
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  }

  isWhole(): boolean {
    const db = openDb(this.box.center.database, { engine: 'better-sqlite3', mode: 'reader' });
    try {
      return (db.prepare('PRAGMA integrity_check').get() as { integrity_check: string }).integrity_check === 'ok';
    } finally {
      db.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#wire[Symbol.dispose]();
    await this.#scene[Symbol.asyncDispose]();
  }
}

/** The same ones each time; most are found among the first, and to make all of them takes longer than to send them. */
function* inputs(operation: Operation, seed: number) {
  let made = 0;
  for (const numRuns of [FIRST_TRIES, TRIES]) {
    yield* fc.sample(validInput(operation), { seed, numRuns }).slice(made);
    made = numRuns;
  }
}

async function asked(box: RestBox, method: MethodName, request: object, headers: Headers) {
  const response = await fetch(`http://127.0.0.1:${box.center.ports.gateway}/${SERVICE}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const nameOf = ({ message }: Record<string, unknown>) => String(message).split(':')[0]?.replace('ErrToken', '') ?? '';

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly method?: string;
  readonly errorToken?: string;
}

/** Looks at what every write was answered, and at what is in the log of it. */
function judge(t: Test, box: Box, platform: Map<MethodName, Outcome>, document: Map<string, Outcome>, token: string) {
  for (const [method, outcome] of platform) {
    t.equal(outcome.token, SECRETS.has(method) ? 'AuditRecordFailed' : token, method);
  }
  for (const [id, outcome] of document) {
    const isServed = !['EnterpriseEditionRequired', 'ServerAdminRequired'].includes(outcome.token);
    if (isServed && !STORES_NOTHING.test(id) && !NEEDS_MORE.test(id)) t.equal(outcome.token, token, id);
  }
  const lines = box.box.center.log.splice(0);
  t.same(
    lines.filter(line => /"stack":|\\n +at /.test(line)),
    [],
    'no stack is in the log',
  );
  const told = lines.map(line => JSON.parse(line) as LogLine).filter(({ msg }) => msg === 'rpc failed');
  for (const method of platform.keys()) {
    if (SECRETS.has(method)) continue;
    const own = told.filter(line => line.method === method);
    t.match(own, [{ errorToken: `ErrToken${token}` }], `${method} is one line`);
    t.equal(own.length, 1);
  }
}

for (const edition of ['community', 'enterprise'] as const) {
  t.test(
    `a full disk is what every write says, and nothing else (${edition})`,
    { skip: impossible ?? false },
    async t => {
      const disk = SmallDisk.make('tmpfs', 48);
      t.teardown(() => disk.end());
      await using box = await Box.start(disk.path, edition);
      const changing = matrix.filter(({ rpc }) => !READS.test(rpc) && NOT_ASKED[rpc] === undefined);
      const open = new Set(
        changing.filter(({ rpc }) => edition === 'enterprise' || !isOfPeople(rpc)).map(({ rpc }) => rpc),
      );
      t.same([...box.methods].sort(), [...open].sort(), 'every method of the contract that changes something is asked');

      box.emptyLog();
      const before = box.contents();
      disk.fill();
      box.box.center.log.splice(0);
      const [platform, document] = [await box.platform(), await box.document()];
      judge(t, box, platform, document, 'StorageFull');
      t.same(box.contents(), before, 'nothing is stored by halves');

      disk.makeRoom();
      for (const [method, { token }] of await box.platform()) t.equal(token, 'OK', `${method} when there is room`);
      const again = [...(await box.document(false))].filter(
        ([id, { status }]) => status >= 500 && !STORES_NOTHING.test(id),
      );
      t.same(again, [], 'so are the others');
      t.ok(box.isWhole());
    },
  );

  t.test(
    `a disk that turned read-only is what every write says (${edition})`,
    { skip: impossible ?? false },
    async t => {
      const disk = SmallDisk.make('ext4', 64);
      t.teardown(() => disk.end());
      const dir = join(disk.path, 'data');
      const box = await Box.start(dir, edition);
      box.emptyLog();
      const before = box.contents();
      disk.turnReadOnly();
      box.box.center.log.splice(0);
      const [platform, document] = [await box.platform(), await box.document()];
      judge(t, box, platform, document, 'DatabaseError');
      t.same(box.contents(), before);
      await box[Symbol.asyncDispose]();
      disk.repair();
      await box.box.center.begin();
      t.ok(box.isWhole());
      const station = { base_station: { bs_eui: '70b3d59cd000f2aa' } };
      t.equal((await asked(box.box, 'CreateBaseStation', station, box.callers.owner)).status, 200, 'it goes on');
      await box.box.center.stop();
    },
  );
}

/** Served by the enterprise edition alone. */
function isOfPeople(rpc: string): boolean {
  return /^(Login|RefreshTokens|Logout|ChangePassword|RegisterAccount)$|User|(Create|Update|Delete)Organization$/.test(
    rpc,
  );
}
