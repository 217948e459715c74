import t from 'tap';
import { countedCopies } from '../../../../src/domain/message/figures/counted-copies.ts';
import { genuine, type Reception, ReceptionCodec } from '../../../../src/domain/message/reception.ts';
import { random } from '../log-store.ts';

const codec = new ReceptionCodec();

/** What is counted of receptions, by way of everything that is packed of them. */
const unpacked = (blob: Uint8Array) =>
  genuine(codec.unpack(blob)).map(({ station, rxTime, snr, rssi, eqSnr, profile, mode }) => ({
    ...{ station, rxTime, snr, rssi, eqSnr, profile, mode },
  }));

t.test('what is counted of packed receptions is what was packed, whatever else is packed with it', async t => {
  const next = random(7);
  const pick = (n: number) => Math.floor(next() * n);
  const some = <T>(value: T): T | undefined => (next() < 0.4 ? value : undefined);
  const level = () => [-pick(130), -pick(13_000) / 100, pick(200), pick(2) - 0.5][pick(4)] ?? 0;
  const text = () => ['', 'EU1', 'ü', 'x'.repeat(40), 'y'.repeat(300), 'z'.repeat(70_000)][pick(6)] ?? '';
  const numbers = () => Array.from({ length: pick(40) }, level);
  const reception = (): Reception => ({
    ...{ station: [1, 200, 70_000, 2 ** 31][pick(4)] ?? 1, opId: -pick(2 ** 40) },
    rxTime: [1_772_625_600_123_456_789n, 5n, -7n, 2n ** 40n][pick(4)] ?? 0n,
    ...{ snr: level(), rssi: level(), eqSnr: some(level()), rxDuration: some(BigInt(pick(2 ** 40))) },
    ...{ profile: some(text()), mode: some(text()), statedRxTime: some(BigInt(pick(2 ** 31))) },
    subpackets: some({ snr: numbers(), rssi: numbers(), frequency: numbers(), phase: some(numbers()) }),
    conflict: next() < 0.2 ? Buffer.alloc([0, 9, 300, 70_000][pick(4)] ?? 0, 1) : undefined,
  });
  for (let round = 0; round < 500; round++) {
    const blob = Buffer.concat(Array.from({ length: 1 + pick(4) }, () => Buffer.from(codec.pack(reception()))));
    t.same(countedCopies(blob), unpacked(blob));
    t.same(countedCopies(new Uint8Array(blob)), unpacked(blob));
  }
});

t.test('what is no reception is not counted as one', async t => {
  t.throws(() => countedCopies(Uint8Array.of(0xc0)), /no list/);
  t.throws(() => countedCopies(Uint8Array.of(0x95, 1, 1, 1, 0xa1, 0x61, 1)), /without a number/);
});
