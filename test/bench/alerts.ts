/**
 * `npm run bench -- alerts`: how long a look at the alerts of 10,000 endpoints and 100 stations keeps the writer, with what is seen
 * between two looks. What becomes of very many alerts at once is done in parts, between which stations are served: a part is a look here.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { alertStore } from '../../src/domain/alert/alert-store.ts';
import { ruleSettings } from '../../src/domain/alert/rules.ts';
import type { AlertSource } from '../../src/domain/alert/seen.ts';
import { eventStore } from '../../src/domain/event/event-store.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { momentAt } from '../peers/time.ts';

const ENDPOINTS = 10_000;
const STATIONS = 100;
const TICKS = 101;
const TICK_MS = 10_000;
/** Uplinks between two ticks: 30 a second. */
const UPLINKS = 300;

const endpoint = (id: number): AlertSource => ({ type: 'endpoint', id, org: 1 });
const station = (id: number): AlertSource => ({ type: 'base_station', id, org: 1 });

function scene(name: string, options: { holdS: number; heardBy?: number; away?: boolean; due?: number }): void {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-alerts-'));
  try {
    const db = openDb(join(dir, 'waystation.db'), { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
    migrate(db, migrations);
    db.exec(`
      INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'org', '', 1, 0, 0);
      WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${ENDPOINTS})
        INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at) SELECT id, 1, printf('%016x', id), 'meter', 'Z', 0, 0 FROM n;
      INSERT INTO base_station (id, org, eui, name, created_at, updated_at)
        SELECT id, 1, eui, name, 0, 0 FROM endpoint WHERE id <= ${STATIONS};
    `);
    const { holdS, heardBy, away = false, due = 0 } = options;
    const alerts = alertStore(db, {
      events: eventStore(db),
      settings: ruleSettings({ endpoint_silent: { hold_s: holdS } }),
      solelyHeardBy: () => heardBy,
    });
    const data = { intervalSeconds: 60 };
    let now = 1_700_000_000_000;
    const silent = (id: number) =>
      alerts.observe({ rule: 'endpoint_silent', source: endpoint(id), at: now, level: 3, data });
    const load = (id: number, level: number) =>
      alerts.observe({ rule: 'basestation_load', source: station(id), at: now, level });
    db.atomic(() => {
      alerts.tick(momentAt(now));
      for (let id = 1; away && id <= STATIONS; id++) alerts.stationAway(id, 'connection_lost', true, now);
      for (let id = 1; id <= ENDPOINTS; id++) silent(id);
      for (let id = 1; id <= STATIONS; id++) load(id, 1);
    });
    const changes = () => (db.prepare('SELECT total_changes() AS changes').get() as { changes: number }).changes;
    const [ticks, sights]: [number[], number[]] = [[], []];
    const before = changes();
    let more = false;
    const cpu = process.threadCpuUsage();
    for (let tick = 0; tick < TICKS || more; tick++) {
      if (!more) now += TICK_MS;
      const parts = more;
      db.atomic(() => {
        const begun = performance.now();
        for (let n = 0; n < UPLINKS && !parts; n++) {
          const id = 1 + ((tick * UPLINKS + n * 7) % ENDPOINTS);
          if (n < due) alerts.observe({ rule: 'endpoint_silent', source: endpoint(id), at: now, over: true });
          alerts.observe({ rule: 'decode_failing', source: endpoint(id), at: now, level: 0 });
          alerts.observe({ rule: 'endpoint_loss', source: endpoint(id), at: now, level: 0.1 });
          if (n < STATIONS) load(n + 1, 1);
        }
        const looking = performance.now();
        more = alerts.tick(momentAt(now));
        ticks.push(performance.now() - looking);
        if (!parts) sights.push(looking - begun);
      });
    }
    const { user, system } = process.threadCpuUsage(cpu);
    const [median, longest] = [middle(ticks), Math.max(...ticks)];
    const written = (changes() - before) / ticks.length;
    console.log(
      `${name.padEnd(44)} ${[median, longest, middle(sights), (user + system) / 1000 / ticks.length].map(ms => ms.toFixed(2).padStart(8)).join(' ')} ${written.toFixed(1).padStart(8)}`,
    );
    db.close();
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

console.log(`${'ms a tick'.padEnd(44)}   median  longest   sights  CPU all rows/tick`);
scene('10,000 open, all told', { holdS: 0 });
scene('10,000 on their way, none due', { holdS: 86_400 });
scene('10,000 on their way, all due in one tick', { holdS: 300 });
scene('10,000 inhibited by one station', { holdS: 0, heardBy: 1, away: true });
scene('10,000 open, 20 of them over each tick', { holdS: 0, due: 20 });
