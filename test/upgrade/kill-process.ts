/** Makes sure of a database in a process of its own, so that it can be killed: PATH ENGINE (upgrade|recovery). */
import type { Engine } from '../../src/database/driver.ts';
import type { Migration } from '../../src/database/migrate.ts';
import { prepareDatabase } from '../../src/database/prepare.ts';
import { contents } from '../../src/domain/contents.ts';
import { migrations } from '../../src/domain/migrations/all.ts';

const [path = '', engine, act] = process.argv.slice(2);
const later: Migration = {
  id: 9999,
  up: 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; CREATE INDEX message_later ON message (stored_at)',
};
process.send?.('begun');
await prepareDatabase({
  path,
  engine: engine as Engine,
  contents: act === 'upgrade' ? { ...contents, migrations: [...migrations, later] } : contents,
  snapshots: `${path}.backups`,
  now: Date.now(),
});
process.disconnect();
