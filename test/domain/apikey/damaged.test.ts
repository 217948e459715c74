import t from 'tap';
import { freshKey } from '../../../src/domain/apikey/format.ts';
import { contents } from '../../../src/domain/contents.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';

const ACTING = { now: T0, userId: 'u', userEmail: 'u', actor: 'u' };

t.test('a deleted key does not come back with an older copy of its table', t => {
  const log = openLog(t);
  populate(log, 1, 1);
  const { apiKeys } = log.stores;
  const make = (name: string) =>
    apiKeys.insert({ org: 1, name, user: undefined, scopes: ['*'], expiresAt: null, ...freshKey() }, ACTING);
  const [gone, kept] = [make('gone'), make('kept')];
  log.db.exec('CREATE TABLE earlier AS SELECT * FROM api_key');
  apiKeys.remove(1, gone?.uuid ?? '', undefined, ACTING);
  log.db.exec('DELETE FROM api_key; INSERT INTO api_key SELECT * FROM earlier; DROP TABLE earlier');
  const names = () => log.db.prepare('SELECT name FROM api_key ORDER BY name').all();
  const found = { why: 'x', aside: undefined, snapshot: undefined, rejected: [] };
  const whole = ['organization', 'event'];
  contents.settle(log.db, { ...found, salvage: { whole, partial: [], left: ['api_key'] } }, T0);
  t.same(names(), [{ name: 'kept' }]);
  t.ok(apiKeys.find(1, kept?.uuid ?? '', undefined));
  t.end();
});
