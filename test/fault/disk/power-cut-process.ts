/**
 * A service center under load that notes what it acknowledged, to be recorded: `node power-cut-process.ts DIR ENGINE SYNC
 * ROUNDS`. Each acknowledgement is a line in DIR/acknowledged, written where the peer has just got its answer.
 */
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Center } from '../../peers/center.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';

const [dir = '', engine = '', synchronous = '', rounds = ''] = process.argv.slice(2);
const STATIONS = 3;
/** Telegrams of one station that wait for their answers together. */
const WINDOW = 6;
/** Every so many rounds the reception windows close, an endpoint is registered, a downlink ordered. */
const CLOSE_EVERY = 3;
const REGISTER_EVERY = 5;
const ORDER_EVERY = 4;
const WINDOW_MS = 500;

const journal = openSync(join(dir, 'acknowledged'), 'w');
let written = 0;
/** With a position, so that it is the same call as those of the database, and stands between them in the record. */
const acknowledged = (what: string, key: string) => {
  written += writeSync(journal, `${what} ${key}\n`, written);
};

const endpointOf = (index: number) => euiOf(`fe000000d${index.toString(16).padStart(7, '0')}`);

await using center = await Center.start({
  dir: join(dir, 'data'),
  settings: {
    store: { engine: engine as 'node:sqlite', synchronous: synchronous as 'full' },
    uplink: { reception_window_ms: WINDOW_MS },
  },
});
const stations = await Promise.all(
  Array.from({ length: STATIONS }, (_, index) => center.baseStation({ bsEui: `70b3d59cd000000${index + 1}` })),
);
const register = async (index: number) => {
  const ep_eui = endpointOf(index);
  await center.endpoint({ ep_eui, pre_attach: true, ep_class: 'A' });
  acknowledged('endpoint', ep_eui);
};
await Promise.all(stations.map((_, index) => register(index)));
for (let round = 1; round <= Number(rounds); round++) {
  if (round % ORDER_EVERY === 0) {
    const { downlink } = await center.api.call('SendDownlink', {
      ep_eui: endpointOf(round % STATIONS),
      user_data: [Buffer.from(`round ${round}`)],
    });
    acknowledged('downlink', downlink?.que_id ?? '');
  }
  await Promise.all(
    stations.flatMap((station, index) =>
      Array.from({ length: WINDOW }, async (_, at) => {
        const packetCnt = round * WINDOW + at;
        const epEui = endpointOf(index);
        const rxTime = BigInt(center.clock.now()) * 1_000_000n;
        await station.start('ulData', uplink({ epEui, packetCnt, rxTime, dlOpen: at === 0 }));
        acknowledged('uplink', `${epEui}:${packetCnt}`);
      }),
    ),
  );
  if (round % REGISTER_EVERY === 0) await register(STATIONS + round);
  if (round % CLOSE_EVERY === 0) await center.clock.advance(WINDOW_MS);
}
