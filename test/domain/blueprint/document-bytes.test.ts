import { join } from 'node:path';
import t from 'tap';
import { bytesOfDocuments, MAX_BLUEPRINT_BYTES } from '../../../src/domain/blueprint/catalog.ts';
import { openEmpty } from '../database.ts';

t.test(
  'documents of an organization have a bound of bytes, those of others and of the catalog do not count',
  async t => {
    const db = openEmpty(join(t.testdir(), 'waystation.db'));
    t.teardown(() => db.close());
    const mustFit = bytesOfDocuments(db);
    db.exec(`INSERT OR IGNORE INTO organization (id, uuid, name, created_at, updated_at) VALUES (1, 'o', 'o', 0, 0), (2, 'p', 'p', 0, 0);
    INSERT INTO manufacturer (id, uuid, org, name, name_key, code, description, website, contact_email, created_at, updated_at) VALUES (1, 'm', 1, 'm', 'm', 'm', '', '', '', 0, 0);
    INSERT INTO device_model (id, uuid, org, manufacturer, name, name_key, code, description, datasheet_url, ep_class, uplink_interval_s, created_at, updated_at)
      VALUES (1, 'd', 1, 1, 'd', 'd', 'd', '', '', 'Z', 0, 0, 0);`);
    const half = MAX_BLUEPRINT_BYTES / 2;
    for (const id of [1, 2]) {
      db.exec(`INSERT INTO blueprint (id, uuid, org, device_model, version, name, description, is_default, spec_type_eui, uplink_formats,
        downlink_formats, output_names, checksum, created_at, updated_at)
      VALUES (${id}, 'b${id}', 1, 1, '${id}', 'b', '', 0, '', '', '', '', '', 0, 0);
      INSERT INTO blueprint_document (blueprint, document) VALUES (${id}, printf('%.*c', ${id === 1 ? half : half - 10}, 'x'))`);
    }
    const { bytes } = db.prepare('SELECT sum(octet_length(document)) AS bytes FROM blueprint_document').get() as {
      bytes: number;
    };
    const left = MAX_BLUEPRINT_BYTES - bytes;
    t.ok(left >= 0 && left < 20, `${left} bytes are left`);
    mustFit(1, 'x'.repeat(left));
    t.throws(() => mustFit(1, 'x'.repeat(left + 1)), { message: /TooManyItems/ });
    mustFit(1, 'x'.repeat(left + 1), 'x');
    mustFit(2, 'x'.repeat(left + 1));
    mustFit(null, 'x'.repeat(left + 1));
  },
);
