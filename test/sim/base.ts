import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domain } from '../../src/domain/domain.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { greeting as centerGreeting } from '../domain/center/center-scene.ts';
import { openEmpty } from '../domain/database.ts';
import { asked as integrationOf } from '../domain/integration/scene.ts';
import { bsEui, populate, T0 } from '../domain/message/log-store.ts';
import { Content } from './content.ts';
import type { Image } from './disk.ts';
import { DATABASE } from './node-files.ts';

export const ENDPOINTS = 4;
export const STATIONS = 3;
export const AC = 'ac00000000000001' as Eui;
export const by = { now: T0, userId: undefined, userEmail: undefined, actor: 'operator' };

/** What every world begins with. */
export interface Base {
  readonly image: Image;
  /** Session of each station, of the application center, and the integration: row ids. */
  readonly sessions: readonly number[];
  readonly center: number;
  readonly integration: number;
  /** Where the cursors of the integration stand. */
  readonly cursors: { readonly log: number; readonly events: number };
}

/** A database with stations and endpoints, an application center and an integration, made once: the schema takes a second. */
export function makeBase(): Base {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-sim-'));
  try {
    const path = join(dir, 'base.db');
    const db = openEmpty(path);
    populate({ db }, ENDPOINTS, STATIONS);
    db.exec(
      `UPDATE endpoint SET ep_class = 'A', nwk_key = x'00', attach_status = 'attached', attach_origin = 'pre_attach'`,
    );
    const stores = domain(db);
    const sessions = Array.from({ length: STATIONS }, (_, n) => {
      const uuid = Buffer.alloc(16, n + 1);
      const greeting = {
        ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, bidi: true },
        ...{ position: undefined, version: '1.0.0', remoteAddress: bsEui(n + 1) },
      };
      return stores.sessions.begin({ station: n + 1, snBsUuid: uuid, snScUuid: uuid, greeting, at: T0 });
    });
    const uuids = { snAcUuid: Buffer.alloc(16, 1), snScUuid: Buffer.alloc(16, 2) };
    const center = stores.centers.begin({
      org: 1,
      acEui: AC,
      ...uuids,
      version: '1.0.0',
      greeting: centerGreeting,
      at: T0,
    });
    stores.centers.activate(center, false, T0);
    const { id: integration, cursors } = stores.integrations.create(integrationOf(), by);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return { image: new Map([[DATABASE, Content.of(readFileSync(path))]]), sessions, center, integration, cursors };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
