import type { Migration } from '../../database/migrate.ts';

/** Endpoints that stations of an organization hear and that nobody has registered. */
export const discoveredEndpoint: Migration = {
  id: 75,
  up: `
    CREATE TABLE discovered_endpoint (
      org INTEGER NOT NULL REFERENCES organization (id),
      ep_eui TEXT NOT NULL,
      count INTEGER NOT NULL, -- telegrams, however many stations heard each
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      best_station INTEGER NOT NULL, -- row of base_station
      snr REAL NOT NULL, -- dB, of that station
      rssi REAL NOT NULL, -- dBm, of that station
      stations TEXT NOT NULL, -- rows of base_station as a JSON list
      ignored INTEGER NOT NULL CHECK (ignored IN (0, 1)),
      PRIMARY KEY (org, ep_eui)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX discovered_endpoint_by_time ON discovered_endpoint (last_at);
  `,
};
