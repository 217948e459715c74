import { http } from './kinds/http.ts';
import { influx } from './kinds/influx.ts';
import { kind } from './kinds/kind.ts';
import { mqtt } from './kinds/mqtt.ts';
import { nats } from './kinds/nats.ts';

/** Every kind of target by its name. */
export const kinds = {
  mqtt: kind('mqtt', mqtt, async () => (await import('./drivers/mqtt.ts')).mqttDriver),
  http: kind('http', http, async () => (await import('./drivers/http/http.ts')).httpDriver),
  influx: kind('influx', influx, async () => (await import('./drivers/influx/influx.ts')).influxDriver),
  nats: kind('nats', nats, async () => (await import('./drivers/nats/nats.ts')).natsDriver),
};
