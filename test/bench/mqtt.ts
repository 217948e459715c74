/**
 * `node test/bench/mqtt.ts [--items 100000] [--endpoints 1000] [--rounds 3]`: what the MQTT driver alone gives to a mosquitto with its
 * defaults on this machine, with as many sends under way as the engine has, one at a time of each endpoint.
 */
import { writeFileSync } from 'node:fs';
import { loadavg, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { euiFromBigInt } from '../../src/kit/eui.ts';
import { item, scene } from '../integrations/drivers/mqtt/scene.ts';
import { folderWith, freePort, startPeer } from '../real/peer-process.ts';

const WINDOW = 64;

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    endpoints: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
});
const [count, endpoints, rounds] = [values.items, values.endpoints, values.rounds].map(Number) as [
  number,
  number,
  number,
];

const ends: (() => unknown)[] = [];
const ending = { teardown: (end: () => unknown) => void ends.push(end) };
const port = await freePort();
const dir = folderWith(ending, {});
writeFileSync(
  join(dir, 'mosquitto.conf'),
  `user ${userInfo().username}\nlistener ${port} 127.0.0.1\nallow_anonymous true\n`,
);
await startPeer(ending, 'mosquitto', ['-c', join(dir, 'mosquitto.conf')], port);

for (const protocolVersion of ['3.1.1', '5'] as const)
  for (let round = 0; round < rounds; round++) console.log(protocolVersion, await measured(protocolVersion));
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
for (const end of ends.reverse()) await end();

async function measured(protocolVersion: '3.1.1' | '5') {
  const { driver, open } = scene(ending, { brokerUrl: `mqtt://127.0.0.1:${port}`, protocolVersion });
  await open();
  const data = { data: 'A'.repeat(500) };
  const items = Array.from({ length: endpoints }, (_each, index) =>
    item('up', { place: index, epEui: euiFromBigInt(0x70b3d56770110000n + BigInt(index)) }, data),
  );
  const began = performance.now();
  const cpu = process.cpuUsage();
  let [sent, settled] = [0, 0];
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      while (sent < count && sent - settled < WINDOW) {
        const each = items[sent++ % endpoints];
        if (each) driver.send([each], done);
      }
    };
    const done = ({ kind }: { kind: string }) => {
      if (kind !== 'accepted') return reject(new Error(kind));
      if (++settled === count) resolve();
      else next();
    };
    next();
  });
  const { user, system } = process.cpuUsage(cpu);
  await driver.close();
  const seconds = (performance.now() - began) / 1000;
  const residentMb = Math.round(process.memoryUsage.rss() / 1e6);
  return {
    perSecond: Math.round(count / seconds),
    cpuMicrosecondsPerItem: Number(((user + system) / count).toFixed(1)),
    residentMb,
  };
}
