/** Brings a database further and ends by SIGKILL before one of the steps: FOLDER ENGINE SCHEMA STEP. */
import type { Engine } from '../../src/database/driver.ts';
import { prepareDatabase } from '../../src/database/prepare.ts';
import { contents } from '../../src/domain/contents.ts';

const [dir = '', engine, to, end] = process.argv.slice(2);
const migrations = contents.migrations.filter(({ id }) => id <= Number(to));
await prepareDatabase({
  path: `${dir}/waystation.db`,
  engine: engine as Engine,
  contents: { ...contents, migrations },
  snapshots: `${dir}/backups`,
  now: Date.now(),
  step: name => {
    if (name === end) process.kill(process.pid, 'SIGKILL');
  },
});
