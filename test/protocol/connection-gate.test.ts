import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import t from 'tap';
import { ConnectionGate } from '../../src/protocol/connection-gate.ts';
import { ManualClock } from '../peers/manual-clock.ts';

class Raw extends EventEmitter {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number;
  destroyed = false;

  constructor(remoteAddress: string | undefined, remotePort: number) {
    super();
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    setImmediate(() => this.emit('close'));
  }
}

function gateWith(limits: { connections?: number; handshakesPerS?: number }) {
  const clock = new ManualClock();
  const gate = new ConnectionGate({ clock, connections: 100, handshakesPerS: 1, handshakeMs: 30_000, ...limits });
  let port = 1000;
  const come = (address: string | undefined) => {
    const raw = new Raw(address, ++port);
    const admitted = gate.admit(raw as unknown as Socket);
    return { raw, admitted };
  };
  const comeAll = (address: string, count: number) => Array.from({ length: count }, () => come(address).raw);
  const through = (raw: Raw) => gate.through(raw as unknown as Socket);
  return { clock, gate, come, comeAll, through };
}

const cut = (all: readonly Raw[]) => all.map(({ destroyed }) => destroyed);

t.test('an address brings its burst at once, then so many a second; what is beyond is cut', async t => {
  const { clock, come, comeAll, through } = gateWith({ handshakesPerS: 1 });
  const site = comeAll('192.0.2.1', 10);
  t.same(cut(site), Array(10).fill(false), 'a site behind one router comes back together');
  const { raw, admitted } = come('192.0.2.1');
  t.same([admitted, raw.destroyed], [false, true]);
  t.same(cut(site), Array(10).fill(false), 'those before it go on');
  t.ok(come('192.0.2.2').admitted, 'another address has its own burst');
  for (const raw of site) through(raw);
  await clock.advance(1000);
  t.ok(come('192.0.2.1').admitted);
  t.notOk(come('192.0.2.1').admitted);
});

t.test('the oldest unfinished handshake of the address with most of them makes room for a new one', async t => {
  const { come, comeAll, through } = gateWith({ handshakesPerS: 1 });
  const few = comeAll('192.0.2.2', 2);
  const stranger = comeAll('192.0.2.1', 8);
  t.ok(come('192.0.2.3').admitted);
  t.same(cut(stranger), [true, ...Array(7).fill(false)]);
  t.same(cut(few), [false, false]);
  for (const raw of few) through(raw);
  t.ok(come('192.0.2.3').admitted, 'a handshake that is done makes room by itself');
  t.equal(cut(stranger).filter(Boolean).length, 1);
});

t.test(
  'with as many handshakes from everywhere those under way are left alone, and the oldest makes room once it is old',
  async t => {
    const { clock, come } = gateWith({ handshakesPerS: 1 });
    const first = come('192.0.2.0').raw;
    await clock.advance(1000);
    const others = Array.from({ length: 9 }, (_, index) => come(`192.0.2.${index + 1}`).raw);
    await clock.advance(3999);
    t.notOk(come('198.51.100.1').admitted);
    await clock.advance(1);
    t.ok(come('198.51.100.1').admitted);
    t.notOk(come('198.51.100.1').admitted);
    t.same(cut([first, ...others]), [true, ...Array(9).fill(false)]);
  },
);

t.test('one who has most unfinished handshakes gets room for another one only from an old one', async t => {
  const { clock, comeAll, come } = gateWith({ handshakesPerS: 1 });
  const stranger = comeAll('192.0.2.1', 10);
  await clock.advance(4999);
  t.notOk(come('192.0.2.1').admitted);
  t.ok(come('192.0.2.2').admitted);
  await clock.advance(1);
  t.ok(come('192.0.2.1').admitted, 'a station behind the same router as the stranger');
  t.same(cut(stranger), [true, true, ...Array(8).fill(false)]);
});

t.test('connections through their handshake are never cut for others, also when there is no room', async t => {
  const { clock, come, comeAll, through } = gateWith({ handshakesPerS: 100, connections: 5 });
  const stations = comeAll('192.0.2.1', 3);
  for (const raw of stations) through(raw);
  const stranger = comeAll('192.0.2.2', 2);
  const late = come('192.0.2.1');
  t.ok(late.admitted);
  t.same(cut(stranger), [true, false]);
  through(late.raw);
  t.notOk(come('192.0.2.1').admitted, 'the last one may be under way');
  await clock.advance(5000);
  const last = come('192.0.2.1');
  t.ok(last.admitted);
  t.same(cut(stranger), [true, true]);
  through(last.raw);
  t.notOk(come('192.0.2.1').admitted, 'all are through');
  t.same(cut(stations), [false, false, false]);
  last.raw.destroy();
  await new Promise(resolve => setImmediate(resolve));
  t.ok(come('192.0.2.1').admitted, 'one has gone');
});

t.test('a handshake that takes too long is cut; one that is done is not', async t => {
  const { clock, come, through } = gateWith({});
  const slow = come('192.0.2.1').raw;
  const done = come('192.0.2.1').raw;
  await clock.advance(1234);
  t.equal(through(done), 0, 'the time of the accept');
  await clock.advance(30_000);
  t.same(cut([slow, done]), [true, false]);
});

t.test('a gate that is closed admits no peer and leaves those that are through', async t => {
  const { gate, come, through } = gateWith({});
  const half = come('192.0.2.1').raw;
  const done = come('192.0.2.1').raw;
  through(done);
  gate.close();
  t.same(cut([half, done]), [true, false]);
  t.notOk(come('192.0.2.1').admitted);
  gate.cutAll();
  t.ok(done.destroyed);
});

t.test('who is gone already needs no room', async t => {
  const { come, comeAll } = gateWith({ handshakesPerS: 1 });
  const all = comeAll('192.0.2.1', 10);
  t.notOk(come(undefined).admitted);
  t.same(cut(all), Array(10).fill(false));
});
