import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { ConnectionLost } from '../../src/simulate/peer/line.ts';
import { SessionLost } from '../../src/simulate/peer/steady.ts';
import { SteadyApplicationCenter, type SteadyCenterOptions } from '../../src/simulate/steady-center.ts';
import { testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { type BareCenter, type Fields, fresh, resumed, type Script } from './bare-center.ts';
import { agreeTo, bareService, delivery } from './bare-service.ts';

const AC = 'acde480000000a01';
const EP = 'acde48000000e001' as Eui;
const authority = await testAuthority();
const client = await authority.client(AC);

/** Time that tells when a wait begins. */
class PauseClock extends ManualClock {
  readonly #begun: number[] = [];
  #wake = Promise.withResolvers<void>();

  override after(ms: number, fn: () => void) {
    const timer = super.after(ms, fn);
    this.#begun.push(ms);
    this.#wake.resolve();
    return timer;
  }

  /** Lets the next pause begin and pass. @returns how long it was */
  async pass(): Promise<number> {
    while (this.#begun.length === 0) {
      this.#wake = Promise.withResolvers();
      await this.#wake.promise;
    }
    const ms = this.#begun.shift() ?? 0;
    await this.advance(ms);
    return ms;
  }
}

/** An application center whose pauses end when the test says so. */
async function start({ port }: BareCenter, more: Partial<SteadyCenterOptions> = {}, opIds: number[] = []) {
  const clock = new PauseClock();
  const center = await SteadyApplicationCenter.start({
    options: () => ({
      ...{ host: '127.0.0.1', port, ca: authority.ca, ...client, acEui: AC },
      take: ({ opId }) => void opIds.push(opId),
    }),
    clock,
    ...more,
  });
  return { center, clock };
}

/** Answers `con` as told per connection, and everything else. */
function connecting(service: () => BareCenter, answers: readonly (Fields | undefined)[], script: Script = agreeTo) {
  return (message: Fields, line: BareCenter['lines'][number]): Fields | undefined => {
    if (message.command !== 'con') return script(message, line);
    const answer = answers[service().lines.indexOf(line)];
    return answer && { ...agreeTo(message), ...answer };
  };
}

/** The connection after the next pause. */
async function again(service: BareCenter, clock: PauseClock) {
  const arrival = service.arrival();
  const pauseMs = await clock.pass();
  return Object.assign(await arrival, { pauseMs });
}

t.test('a request is answered over as many connections as it takes, and deliveries are taken over once', async t => {
  await using service = await bareService(
    authority,
    connecting(
      () => service,
      [fresh, resumed, resumed],
      (m, line) => (m.command === 'reg' && line !== service.lines[2] ? undefined : agreeTo(m)),
    ),
  );
  const taken: number[] = [];
  const events: string[] = [];
  const { center, clock } = await start(
    service,
    {
      onConnected: (_, resumed) => events.push(resumed ? 'resumed' : 'new'),
      onLost: () => events.push('lost'),
    },
    taken,
  );
  await using _center = center;
  const [first] = service.lines;
  const answer = center.request('dereg', { epEui: EP });
  const unanswered = center.request('reg', {
    ...{ epEui: EP, bidi: true, preAttach: false, nwkKey: Buffer.alloc(16), shAddr: 1, attachCnt: 0, packetCnt: 0 },
    ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
  });
  await answer;
  await first?.seen('reg', 2);
  first?.send(delivery({ opId: -1 }));
  await first?.seen('ulDataRsp', -1);
  first?.socket.destroy();
  const second = await again(service, clock);
  await second.seen('reg', 2);
  second.send(delivery({ opId: -1 }));
  await second.seen('ulDataRsp', -1);
  second.socket.destroy();
  await again(service, clock);
  t.same(await unanswered, {});
  t.strictSame(taken, [-1]);
  t.match(center, { reconnects: 2, session: { reissued: 1 } });
  t.strictSame(events, ['new', 'lost', 'resumed', 'lost', 'resumed']);
});

t.test(
  'a request of a session that ended is given up, one made between two connections is made in the next',
  async t => {
    await using service = await bareService(
      authority,
      connecting(
        () => service,
        [fresh, fresh],
        (m, line) => (m.command === 'dereg' && line === service.lines[0] ? undefined : agreeTo(m)),
      ),
    );
    const { center, clock } = await start(service);
    await using _center = center;
    const lost = center.request('dereg', { epEui: EP });
    await service.lines[0]?.seen('dereg', 1);
    service.lines[0]?.socket.destroy();
    await center.connection.closed;
    const later = center.request('status', {});
    await again(service, clock);
    await t.rejects(lost, SessionLost);
    t.match(await later, { code: 0 });
    t.match(await service.lines[1]?.seen('status'), { opId: 1 });
  },
);

t.test('it dials with growing pauses while it gets no answer, and gives up when it is refused for good', async t => {
  await using service = await bareService(authority);
  const { center, clock } = await start(service);
  const later = center.request('dereg', { epEui: EP });
  await later;
  service.script = m => ({ command: 'error', opId: m.opId, code: 11, message: 'busy' });
  service.lines[0]?.socket.destroy();
  await center.connection.closed;
  const between = center.request('ping', {});
  for (const pauseMs of [50, 100, 200]) {
    const line = await again(service, clock);
    t.equal(line.pauseMs, pauseMs);
    await line.seen('errorAck', 0);
  }
  service.script = m => ({ command: 'error', opId: m.opId, code: 1, message: 'not yours' });
  const last = await again(service, clock);
  await last.seen('errorAck', 0);
  t.same(await center.over, new ProtocolError(1, 'not yours'));
  await t.rejects(between, ConnectionLost);
  await t.rejects(center.request('ping', {}), ConnectionLost);
  await center.close();
});

t.test('it ends when it is closed, also between two connections', async t => {
  await using service = await bareService(authority);
  const { center } = await start(service);
  await center.close();
  t.equal(await center.over, undefined);
  const { center: other } = await start(service);
  other.cut();
  await other.connection.closed;
  await other.close();
  t.equal(await other.over, undefined);
  t.equal(service.lines.length, 2);
});
