/**
 * `npm run bench -- catalog`: how long reads and writes of a catalog of real size take, each by itself on one thread: 2,000 device models,
 * 5,000 blueprints of 10 KB, 20,000 endpoints.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Editor } from '../../src/domain/blueprint/catalog.ts';
import { checkDocument } from '../../src/domain/blueprint/documents.ts';
import { domain } from '../../src/domain/domain.ts';
import { unsaid } from '../../src/domain/endpoint/endpoint-columns.ts';
import { migrations } from '../../src/domain/migrations/all.ts';

const MANUFACTURERS = 50;
const MODELS = 2000;
const BLUEPRINTS = 5000;
const ENDPOINTS = 20_000;
const ROUNDS = 41;
const BY: Editor = { now: 1, userId: 'u', userEmail: '', actor: 'u', org: 1, administrator: true };

const dir = mkdtempSync(join(tmpdir(), 'waystation-catalog-'));
try {
  const db = openDb(join(dir, 'waystation.db'), { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  migrate(db, migrations);
  const store = domain(db);
  store.installation.establish({}, '0192f000-0000-7000-8000-000000000001', 1);
  const typeOf = (n: number) => `70b3d5${n.toString(16).padStart(10, '0')}`;
  const documentOf = (n: number) => {
    const text = JSON.stringify({
      version: '1',
      typeEui: typeOf(n),
      meta: { description: 'x'.repeat(7000) },
      uplink: [
        { payload: Array.from({ length: 40 }, (_, k) => ({ name: `value ${k}`, size: 8, type: 'uint', unit: '°C' })) },
      ],
    });
    return { text, facts: checkDocument(text) };
  };
  const models: string[] = [];
  const blueprints: string[] = [];
  const filled = performance.now();
  db.atomic(() => {
    const makers = Array.from({ length: MANUFACTURERS }, (_, n) =>
      store.manufacturers.insert(
        { name: `Maker ${n}`, code: undefined, description: '', website: '', contact_email: '', system: n % 2 === 0 },
        BY,
      ),
    );
    for (let n = 0; n < MODELS; n++) {
      const manufacturer = makers[n % MANUFACTURERS] ?? '';
      const hints = { description: 'of a room', datasheet_url: '', ep_class: '', uplink_interval_s: 0 };
      models.push(
        store.deviceModels.insert(
          { name: `Model ${n}`, code: undefined, type_eui: typeOf(n), manufacturer, system: false, ...hints },
          BY,
        ),
      );
    }
    for (let n = 0; n < BLUEPRINTS; n++) {
      const model = n % MODELS;
      const version = `${Math.floor(n / MODELS)}`;
      const blueprint = { name: '', version, description: '', isDefault: false, document: documentOf(model) };
      blueprints.push(store.blueprints.insert({ ...blueprint, model: models[model] ?? '' }, { ...BY, now: n }));
    }
    for (let n = 0; n < ENDPOINTS; n++) {
      const device_model = n % 4 === 0 ? null : (models[n % 100] ?? null);
      const blueprint = n % 40 === 1 ? (blueprints[n % 100] ?? null) : null;
      const columns = { ...unsaid, name: `endpoint ${n}`, device_model, blueprint, type_eui: typeOf(n % MODELS) };
      store.endpoints.insert({ org: 1, eui: typeOf(0x1_0000 + n), columns, limit: undefined }, BY);
    }
  });
  console.log(`${Math.round(performance.now() - filled)} ms to fill`);

  /** Median and longest of some runs, in ms; the first one compiles the statements. */
  const measure = (name: string, run: (round: number) => unknown): void => {
    run(0);
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const begun = performance.now();
      run(round);
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    console.log(
      `${name.padEnd(52)} ${(times[ROUNDS >> 1] ?? 0).toFixed(2).padStart(8)} ${(times.at(-1) ?? 0).toFixed(2).padStart(8)}`,
    );
  };
  const page = { org: 1, scope: 'all', descending: false, size: 100 } as const;
  const newest = { ...page, documents: false, descending: true };
  console.log(`${'ms'.padEnd(52)}   median  longest`);
  measure('ListManufacturers', () => store.manufacturers.list(page));
  measure('ListDeviceModels, 100', () => store.deviceModels.list(page));
  measure('ListDeviceModels, 100 behind the 1,000th', () =>
    store.deviceModels.list({ ...page, after: ['model 1899', 1900] }),
  );
  measure('ListDeviceModels, of a manufacturer', () =>
    store.deviceModels.list({ ...page, manufacturer: store.manufacturers.list(page).rows[0]?.uuid }),
  );
  measure('ListDeviceModels, type_eui', n => store.deviceModels.list({ ...page, typeEui: typeOf(n) }));
  measure('ListDeviceModels, search', () => store.deviceModels.list({ ...page, search: '777' }));
  measure('GetDeviceModel', n => store.deviceModels.find(1, models[n] ?? ''));
  measure('ListBlueprints, 100', () => store.blueprints.list(newest));
  measure('ListBlueprints, 100 behind the 2,500th', () => store.blueprints.list({ ...newest, after: [2500, 2501] }));
  measure('ListBlueprints, 100 with documents', () => store.blueprints.list({ ...newest, documents: true }));
  measure('ListBlueprints, of a model', n => store.blueprints.list({ ...newest, model: models[n] ?? '' }));
  measure('ListBlueprints, type_eui', n => store.blueprints.list({ ...newest, typeEui: typeOf(n) }));
  measure('ListBlueprints, search', () => store.blueprints.list({ ...newest, search: '777' }));
  measure('GetBlueprint', n => store.blueprints.find(1, blueprints[n] ?? ''));
  const all = { org: 1, activeSince: 0, tags: {}, euis: [], orderBy: 'ep_eui', descending: false } as const;
  measure('ListEndPoints, 1,000', () => store.endpoints.list({ ...all, size: 1000 }));
  measure('ListEndPoints, 1,000, device_model_id', n =>
    store.endpoints.list({ ...all, size: 1000, deviceModel: models[n % 100] }),
  );
  const assigned = { org: 1, device_model: null, blueprint: null, type_eui: null };
  measure('effective, 1,000 by model', () => {
    for (let n = 0; n < 1000; n++) store.blueprints.effective({ ...assigned, device_model: models[n] ?? null });
  });
  measure('effective, 1,000 by Type EUI', () => {
    for (let n = 0; n < 1000; n++) store.blueprints.effective({ ...assigned, type_eui: typeOf(n) });
  });
  measure('SetDefaultBlueprint, the write', n =>
    db.atomic(() => store.blueprints.setDefault(blueprints[(n % 2) * MODELS] ?? '', BY)),
  );
  measure('checking a document of 10 KB', n => documentOf(n));
  db.close();
} finally {
  rmSync(dir, { recursive: true });
}
