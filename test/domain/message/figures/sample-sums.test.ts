import t from 'tap';
import { endpointRow } from '../../../../src/domain/message/figures/activity-rows.ts';
import { sumsOfGroup } from '../../../../src/domain/message/figures/sample-sums.ts';
import { Samples } from '../../../../src/domain/message/figures/samples.ts';
import { MS_NS } from '../../../../src/kit/units.ts';
import { random, T0 } from '../log-store.ts';

t.test('sums of samples are those of their cells', async t => {
  const next = random(3);
  const pick = (n: number) => Math.floor(next() * n);
  const samples = new Samples();
  const radio = () => ({ snr: pick(20), rssi: -pick(130), eqSnr: next() < 0.5 ? pick(9) : undefined });
  for (let n = 0; n < 400; n++) {
    const atMs = T0 + pick(1000);
    const owner = { org: 1, endpoint: 1 + pick(5), duplicate: next() < 0.2, atMs, bytes: pick(9) };
    samples.message(owner, radio(), next() < 0.2 ? undefined : pick(3));
    for (let copies = pick(3); copies >= 0; copies--) {
      samples.copy(owner, { station: 1 + pick(3), rxTime: BigInt(atMs) * MS_NS, ...radio() }, next() < 0.3);
    }
    if (next() < 0.2) samples.notSole(owner, 1 + pick(3));
  }
  const group = samples.grouped(() => 0).get(0) ?? { messages: [], copies: [] };
  const { cells } = endpointRow(samples, group);
  const sums = sumsOfGroup(samples, group);
  t.same([...sums.keys()].sort(), [...cells.keys()].sort());
  for (const [key, { messages, bytes, lost, resets, firstAt, lastAt, levels, stations }] of cells) {
    const level = ({ snrSum, rssiSum, eqSnrSum, eqSnrCount }: typeof levels) => ({
      ...{ snrSum, rssiSum, eqSnrSum, eqSnrCount },
    });
    const ofStations = [...stations].map(([station, { receptions, sole, bytes: own, levels: ownLevels }]) => ({
      ...{ station, receptions, sole, bytes: own, levels: level(ownLevels) },
    }));
    const expected = { messages, bytes, lost, resets, firstAt, lastAt, levels: level(levels), stations: ofStations };
    t.same({ ...sums.get(key) }, expected);
  }
});
