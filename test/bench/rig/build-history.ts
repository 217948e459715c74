import { type Engine, openDb } from '../../../src/database/driver.ts';
import { domain } from '../../../src/domain/domain.ts';
import { packUplink } from '../../../src/domain/uplink/receive.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { climatePayload } from '../../../src/simulate/endpoint.ts';
import { endpointEui, stationEui } from './rig.ts';

export interface HistoryShape {
  readonly messages: number;
  /** How many of them are registered. */
  readonly stations: number;
  readonly endpoints: number;
  /** From the first message to now. */
  readonly days: number;
  /** One telegram in so many is heard by a second station. */
  readonly heardTwiceEvery: number;
  /** So many telegrams of an endpoint follow each other before it is the next one's turn; one unless it is said. */
  readonly together?: number;
  /** What they say; of a climate sensor unless it is given. */
  readonly payload?: (telegram: number) => Uint8Array;
  /** Where it goes on: after so many telegrams, at this time (milliseconds); from nothing until now unless it is said. */
  readonly after?: { readonly telegrams: number; readonly at: number };
}

/** Telegrams of one transaction. */
const BATCH = 2048;
const WINDOW_MS = 500;

/** Fills the database of a service center that is not running with messages, through the store's own writes. */
export function buildHistory(path: string, engine: Engine, shape: HistoryShape): void {
  const { messages, endpoints, days, heardTwiceEvery, together = 1, payload = climatePayload } = shape;
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  const { uplinks, sessions } = domain(db);
  const stations = Array.from({ length: shape.stations }, (_, i) => {
    const station = sessions.stationOf(stationEui(i + 1) as Eui);
    if (!station) throw new Error(`station ${i + 1} is not registered`);
    return station;
  });
  const { telegrams: first, at: startMs } = shape.after ?? { telegrams: 0, at: Date.now() - days * DAY_MS };
  const stepMs = (days * DAY_MS) / messages;
  const hear = (telegram: number, arrivedAt: number, copy: number) => {
    const endpoint = Math.floor(telegram / together) % endpoints;
    const packetCnt = Math.floor(telegram / (endpoints * together)) * together + (telegram % together) + 1;
    const { id: station } = stations[(endpoint + copy) % stations.length] as (typeof stations)[number];
    const rxTime = BigInt(arrivedAt) * 1_000_000n + BigInt(copy);
    const radio = { snr: 10 + (telegram % 7) - copy, rssi: -90 - (telegram % 30) - copy, eqSnr: 9 };
    uplinks.receive(
      packUplink({
        ...{ epEui: endpointEui(endpoint + 1) as Eui, packetCnt, userData: payload(telegram) },
        ...{ format: 0, flags: 0, arrivedAt },
        progress: { session: 0, lastBs: 0, doneBs: 0 },
        reception: { station, opId: telegram, rxTime, profile: 'EU1', mode: 'uplink', ...radio },
      }),
    );
  };
  for (let next = first; next < first + messages; next += BATCH) {
    db.atomic(() => {
      const end = Math.min(next + BATCH, first + messages);
      let arrivedAt = 0;
      for (let telegram = next; telegram < end; telegram++) {
        arrivedAt = Math.round(startMs + (telegram - first) * stepMs);
        hear(telegram, arrivedAt, 0);
        if (telegram % heardTwiceEvery === 0) hear(telegram, arrivedAt, 1);
      }
      while (uplinks.close(arrivedAt + WINDOW_MS, listenedMs(arrivedAt + WINDOW_MS)).closed > 0);
      while (uplinks.derive());
    });
  }
  db.close();
}
