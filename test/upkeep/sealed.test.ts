import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { sealedColumns } from '../../src/domain/sealed.ts';

/** Binary columns in which nothing is secret. */
const CLEAR = [
  'activity.cells',
  // a digest
  'api_key.hash',
  // digests
  'audit_break.after_hash',
  'audit_chain.head',
  'audit_chain.removed',
  'center_operation.answered',
  'center_operation.others',
  'center_session.sn_ac_uuid',
  'center_session.sn_sc_uuid',
  'downlink.entries',
  'endpoint.attach_nonce',
  'endpoint.attach_sign',
  // digests
  'event.hash',
  'event.prev_hash',
  'media_content.content',
  'message.receptions',
  'message.user_data',
  'pending_activity.cells',
  'posting.seqs',
  // digests
  'recovery_code.hash',
  'refresh_token.hash',
  'session.sn_bs_uuid',
  'session.sn_sc_uuid',
  'session.unanswered',
  'uplink.receptions',
  'uplink.user_data',
  'value_day.data',
];

/** The files that seal something for storage, each known to `sealedColumns` or to the PKI folder. */
const SEALING = [
  'bssci/attach.ts',
  'bssci/session.ts',
  'compose/installation.ts',
  'domain/integration/secrets.ts',
  'identity/external/states.ts',
  'identity/second-factor/factor.ts',
  'identity/signin/secrets.ts',
  'identity/signin/sessions.ts',
  'pki/master-key.ts',
  'pki/material.ts',
  'rest/devices/plan.ts',
  'rpc/apikeys/kept-texts.ts',
  'rpc/certificates/private-key.ts',
  'rpc/endpoint-keys.ts',
  'scaci/requests.ts',
  'upkeep/sealed.ts',
];

t.test('every binary column is either clear, or in the list of what is sealed', async t => {
  const db = openDb(':memory:', { engine: 'better-sqlite3', mode: 'writer' });
  migrate(db, migrations);
  const columns = db
    .prepare(
      `SELECT s.name || '.' || c.name AS name FROM sqlite_schema s JOIN pragma_table_info(s.name) c
       WHERE s.type = 'table' AND c.type = 'BLOB'`,
    )
    .all() as { name: string }[];
  db.close();
  const sealed = sealedColumns.filter(({ base64 }) => !base64).map(({ table, column }) => `${table}.${column}`);
  t.same(columns.map(({ name }) => name).sort(), [...CLEAR, ...sealed].sort());
});

t.test('every place that seals is known here: what is sealed elsewhere is lost with the next master key', async t => {
  const root = new URL('../../src', import.meta.url).pathname;
  const found = readdirSync(root, { recursive: true })
    .map(String)
    .filter(file => file.endsWith('.ts') && file !== 'kit/seal.ts')
    .filter(file => /\b(seal|sealer|to|first|sealer\(key\))\.seal\(/.test(readFileSync(join(root, file), 'utf8')));
  t.same(found.sort(), SEALING);
});
