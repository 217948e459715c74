/**
 * Makes keys of releases for tests: `node test/package/update-keys.ts DIR` writes `root.json`, to be packed as `packaging/update/root.json`, and
 * `keys.json` for `deb-update.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Repository } from '../update/repository.ts';

const [dir = '.'] = process.argv.slice(2);
const releases = new Repository();
releases.root.expires = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
const roles = Object.entries(releases.roles).map(([role, { keys }]) => [
  role,
  keys.map(({ id, key, privateKey }) => ({ id, key, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }) })),
]);
writeFileSync(join(dir, 'root.json'), releases.publishRoot());
writeFileSync(join(dir, 'keys.json'), JSON.stringify(Object.fromEntries(roles)), { mode: 0o600 });
