import type { Kind } from './driver.ts';
import { TargetError } from './failure.ts';
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
  load: notYet('mqtt'),
};

const http: KindRow<HttpSettings> = {
  name: 'http',
  settings: httpSettings,
  window: 16,
  ahead: AHEAD,
  batch: ({ batchSize, batchWaitMs }) => ({ items: batchSize, waitMs: batchWaitMs }),
  load: notYet('http'),
};

const influx: KindRow<InfluxSettings> = {
  name: 'influx',
  settings: influxSettings,
  // What was written twice is the same point: a batch is repeated as a whole.
  window: 1,
  ahead: LINES,
  batch: () => ({ items: LINES, waitMs: LINES_WAIT_MS }),
  load: notYet('influx'),
};

const nats: KindRow<NatsSettings> = {
  name: 'nats',
  settings: natsSettings,
  window: 256,
  ahead: AHEAD,
  batch: () => SINGLE,
  load: notYet('nats'),
};

/** Every kind by its name. */
export const kinds = { mqtt, http, influx, nats };

/** A kind whose integrations can be set up before this release can deliver to them. */
function notYet(name: string): () => Promise<never> {
  return () => Promise.reject(new TargetError({ reason: `this release cannot deliver to ${name} yet` }));
}
