import t from 'tap';
import type { NewMembership } from '../../../src/domain/account/account-columns.ts';
import { contents } from '../../../src/domain/contents.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';

const ACTING = { now: T0, userId: undefined, userEmail: undefined, actor: 'test' };
const BOX = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
const RIGHTS: NewMembership = { role: 'viewer', manage_endpoints: false, manage_base_stations: false };

t.test('who was put out does not come back with an older copy of the tables', t => {
  const log = openLog(t);
  populate(log, 1, 1);
  const { accounts } = log.stores;
  const make = (name: string) =>
    accounts.createUser(
      {
        ...{ email: `${name}@a.de`, first_name: name, last_name: '', company_name: '', note: '', is_admin: false },
        ...{ is_active: true, password_change_required: false, password: undefined, memberships: [] },
      },
      ACTING,
    );
  const [gone, out, back, kept] = [make('gone'), make('out'), make('back'), make('kept')];
  const org = accounts.createOrganization({ name: 'Works' }, kept.uuid, ACTING);
  const doomed = accounts.createOrganization({ name: 'Doomed' }, kept.uuid, ACTING);
  const add = (userId: string) => accounts.addMember(org, { userId }, RIGHTS, BOX, ACTING);
  for (const { uuid } of [gone, out, back]) add(uuid);
  const { db } = log;
  db.prepare("INSERT INTO external_identity (issuer, subject, user, linked_at) VALUES ('i', 's', ?, 0)").run(gone.id);
  db.prepare('INSERT INTO second_factor (user, secret, enrolled_at, last_step) VALUES (?, zeroblob(1), 0, 0)').run(
    gone.id,
  );
  db.prepare('INSERT INTO recovery_code (user, hash) VALUES (?, zeroblob(32))').run(gone.id);
  const tables = ['user', 'membership', 'organization', 'second_factor', 'recovery_code', 'external_identity'];
  for (const table of tables) log.db.exec(`CREATE TABLE earlier_${table} AS SELECT * FROM ${table}`);
  accounts.deleteUser(gone.uuid, BOX, ACTING);
  accounts.removeMember(org, out.uuid, BOX, ACTING);
  accounts.removeMember(org, back.uuid, BOX, ACTING);
  add(back.uuid);
  accounts.deleteOrganization(doomed, true, BOX, ACTING);
  log.db.exec('PRAGMA foreign_keys = OFF');
  for (const table of tables) {
    log.db.exec(
      `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM earlier_${table}; DROP TABLE earlier_${table}`,
    );
  }
  const found = { why: 'x', aside: undefined, snapshot: undefined, rejected: [] };
  contents.settle(log.db, { ...found, salvage: { whole: ['event'], partial: [], left: tables } }, T0);
  t.equal(accounts.user(gone.uuid), undefined);
  t.same(db.prepare('PRAGMA foreign_key_check').all(), [], 'nothing of a user who is not there');
  t.same(accounts.memberships(out.id), []);
  t.equal(accounts.organization(doomed), undefined);
  t.match(
    accounts.memberships(back.id).map(({ organizationId }) => organizationId),
    [org],
    'was added again',
  );
  t.same(
    accounts.memberships(kept.id).map(({ organizationId }) => organizationId),
    [org],
  );
  t.end();
});
