import type { Config } from '../../config/load.ts';
import { readRelease } from '../../config/release.ts';
import { type Engine, engineOf, openDb } from '../../database/driver.ts';
import { packaged } from '../../kit/program.ts';

/** Which program this is, and with what it was made. */
export function versionFacts(config: Config) {
  const release = readRelease();
  const engine = engineOf(config.store.engine);
  return {
    version: release.version,
    edition: config.auth.enabled ? 'enterprise' : 'community',
    commit: release.commit,
    node: process.versions.node,
    sqlite: sqliteVersion(engine),
    sqlite_engine: engine,
    platform: `${process.platform}/${process.arch}`,
    packaged,
    support_until: release.supportUntil,
  };
}

function sqliteVersion(engine: Engine): string {
  const db = openDb(':memory:', { engine, mode: 'writer' });
  try {
    return (db.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version;
  } finally {
    db.close();
  }
}
