import type { Kind } from './driver.ts';
import { httpSettings } from './kinds/http.ts';
import { influxSettings } from './kinds/influx.ts';
import { mqttSettings } from './kinds/mqtt.ts';
import { natsSettings } from './kinds/nats.ts';
import type { SettingsTable } from './kinds/table.ts';
import type { HttpSettings, InfluxSettings, MqttSettings, NatsSettings } from './settings.ts';

/** A kind of target: how it is set up, and how it is delivered to. */
interface KindRow<Settings extends object> extends Kind<Settings> {
  readonly settings: SettingsTable<Settings>;
}

/** A target that takes one item at a time. */
const SINGLE = { items: 1, waitMs: 0 };
/** What a kill repeats at most. */
const AHEAD = 256;
const LINES = 5000;
const LINES_WAIT_MS = 250;

const mqtt: KindRow<MqttSettings> = {
  name: 'mqtt',
  settings: mqttSettings,
  window: 64,
  ahead: AHEAD,
  batch: () => SINGLE,
  load: async () => (await import('./drivers/mqtt.ts')).mqttDriver,
};

const http: KindRow<HttpSettings> = {
  name: 'http',
  settings: httpSettings,
  window: 16,
  ahead: AHEAD,
  batch: ({ batchSize, batchWaitMs }) => ({ items: batchSize, waitMs: batchWaitMs }),
  load: async () => (await import('./drivers/http/http.ts')).httpDriver,
};

const influx: KindRow<InfluxSettings> = {
  name: 'influx',
  settings: influxSettings,
  // What was written twice is the same point: a batch is repeated as a whole.
  window: 1,
  ahead: LINES,
  batch: () => ({ items: LINES, waitMs: LINES_WAIT_MS }),
  load: async () => (await import('./drivers/influx/influx.ts')).influxDriver,
};

const nats: KindRow<NatsSettings> = {
  name: 'nats',
  settings: natsSettings,
  window: 256,
  ahead: AHEAD,
  batch: () => SINGLE,
  load: async () => (await import('./drivers/nats/nats.ts')).natsDriver,
};

/** Every kind by its name. */
export const kinds = { mqtt, http, influx, nats };
