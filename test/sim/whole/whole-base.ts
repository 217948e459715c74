import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domain } from '../../../src/domain/domain.ts';
import { openEmpty } from '../../domain/database.ts';
import { asked as integrationOf } from '../../domain/integration/scene.ts';
import { epEui, populate } from '../../domain/message/log-store.ts';
import { by } from '../base.ts';
import { Content } from '../content.ts';
import type { Image } from '../disk.ts';
import { seeded } from '../machine.ts';
import { DATABASE } from '../node-files.ts';
import { seal } from './center.ts';

export const STATIONS = 5;
export const ENDPOINTS = 20;
export const CENTERS = ['ac00000000000001', 'ac00000000000002'];
export const INTEGRATIONS = ['first', 'second'];

/** What the program knows before its first start: its stations, endpoints that can be reached, and where to deliver to. */
export const makeWholeBase = (): Image => seeded(1, make);

function make(): Image {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-sim-'));
  try {
    const path = join(dir, 'base.db');
    const db = openEmpty(path);
    populate({ db }, ENDPOINTS, STATIONS);
    const attach = db.prepare(
      `UPDATE endpoint SET ep_class = 'A', nwk_sn_key = ?, attach_status = 'attached', attach_origin = 'pre_attach' WHERE eui = ?`,
    );
    for (let n = 1; n <= ENDPOINTS; n++) {
      attach.run(seal.seal(Buffer.alloc(16, n), `endpoint:${epEui(n)}:nwk_sn_key`), epEui(n));
    }
    const { integrations } = domain(db);
    for (const [n, name] of INTEGRATIONS.entries()) {
      integrations.create(integrationOf({ name, uuid: `0198c0de-0000-7000-8000-00000000000${n + 1}` }), by);
    }
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return new Map([[DATABASE, Content.of(readFileSync(path))]]);
  } finally {
    rmSync(dir, { recursive: true });
  }
}
