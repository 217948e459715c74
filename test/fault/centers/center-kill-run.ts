import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, openDb } from '../../../src/database/driver.ts';
import { domain } from '../../../src/domain/domain.ts';
import type { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import { type CenterIdentity, provisionCenters } from '../../bench/rig/rig.ts';
import type { Fleet } from '../../load/fleet.ts';
import {
  FleetLedger,
  type FleetShape,
  type FleetSums,
  fleetsOf,
  progressOf,
  provisionFleets,
} from '../harness/fleets.ts';
import { Relay } from '../harness/relay.ts';
import { run } from '../harness/run.ts';
import { ServiceCenter } from '../harness/service-center.ts';
import type { CenterFaults } from './center-ledger.ts';
import { Registrar } from './center-registrar.ts';
import { STUCK_MS, settled, until, Witness } from './center-witness.ts';

export interface CenterKillOptions {
  readonly dir: string;
  readonly engine: Engine;
  readonly rounds: number;
  /** The same seed strikes in the same order after the same pauses. */
  readonly seed?: number;
  readonly onRound?: (round: number, standing: string) => void;
}

/** What one application center got. */
export interface CenterReport extends CenterFaults {
  readonly acEui: string;
  /** Telegrams, each counted once. */
  readonly received: number;
  /** Acknowledged towards a station while centers knew the endpoint, and not here. */
  readonly missing: number;
  /** Received while no center knew the endpoint, and here. */
  readonly unowed: number;
  /** Here, and no message of the log. */
  readonly strange: number;
  /** Endpoints whose telegrams came in another order than they stand in the log. */
  readonly endpointsOutOfOrder: number;
  readonly newSessions: number;
  readonly resumed: number;
  readonly repeated: number;
  /** Operations of the last connection whose completion never came. */
  readonly uncompleted: number;
}

export interface CenterKillReport {
  readonly seed: number;
  readonly strikes: Readonly<Record<Strike, number>>;
  readonly sent: number;
  readonly acknowledged: number;
  readonly centers: readonly CenterReport[];
  /** How often an endpoint was deregistered while it was heard. */
  readonly deregistered: number;
  /** Telegrams that came while that was decided, and reached one center only. */
  readonly divided: number;
  /** Operations that the store still holds for centers that have everything. */
  readonly held: number;
  /** What must not be, in words. */
  readonly failures: readonly string[];
}

const STRIKES = ['service center', 'application center', 'line', 'near end of the line'] as const;
type Strike = (typeof STRIKES)[number];

const PAUSE_MS = { least: 20, most: 400 };
const MAX_AWAY_MS = 300;
const PAGE = 5000;
const FLEETS: readonly FleetShape[] = [
  { stations: 2, heardBy: 1, load: { window: 4 } },
  { stations: 2, heardBy: 2, load: { rate: 100 } },
];

/** Endpoints that are deregistered and registered again: of a fleet that is heard once, and of one that is heard twice. */
const CHURNED = [0, 1, 9];

/**
 * Strikes a service center, an application center or the line between them again and again while stations send, and compares
 * in the end what the centers wrote down with what the stations were answered.
 */
export async function centerKillRun(options: CenterKillOptions): Promise<CenterKillReport> {
  const { dir, engine, rounds, seed = randomInt(2 ** 31), onRound } = options;
  const dataDir = join(dir, 'data');
  const settings = {
    PLATFORM_STORE_ENGINE: engine,
    PLATFORM_PKI_KEY_TYPE: 'ec-p256',
    PLATFORM_LIMITS_REQUESTS_PER_S: '0',
    // A short window, so that more is on its way to the centers than waits to become visible.
    PLATFORM_UPLINK_RECEPTION_WINDOW_MS: '20',
  };
  await using opened = new AsyncDisposableStack();
  const center = opened.use(await ServiceCenter.start({ dataDir, settings }));
  const provisioned = await provisionFleets(dataDir, center.running, FLEETS);
  const [registering, ...identities] = (await provisionCenters(dataDir, 3)) as [CenterIdentity, ...CenterIdentity[]];
  const witnesses: Witness[] = [];
  for (const identity of identities) {
    const relay = await Relay.open(() => center.ports.scaci ?? 0);
    witnesses.push(opened.use(new Witness(dir, identity, relay)));
  }
  const [struck] = witnesses as [Witness, Witness];
  await until(() => witnesses.every(witness => witness.look() === 0 && witness.ledger.newSessions > 0));
  const endpoints: SimulatedEndpoint[] = [];
  const made = (endpoint: SimulatedEndpoint) => endpoints.push(endpoint);
  const ledger = opened.use(
    await FleetLedger.start(
      fleetsOf(provisioned, () => center.ports.bssci, FLEETS, undefined, made),
      FLEETS,
    ),
  );
  const { fleets } = ledger;
  const churned = CHURNED.map(index => {
    const endpoint = endpoints[index] as SimulatedEndpoint;
    const answered = () => fleets.find(({ acknowledged }) => acknowledged.has(endpoint.epEui))?.acknowledged;
    return { endpoint, answered: () => answered()?.get(endpoint.epEui) ?? [] };
  });
  const registrar = new Registrar(registering, () => center.ports.scaci ?? 0, churned);

  const strikes = { 'service center': 0, 'application center': 0, line: 0, 'near end of the line': 0 };
  let deck: Strike[] = [];
  let sums: FleetSums | undefined;
  let owed: readonly string[] = [];
  await run({
    ...{ process: center, ledger, rounds, seed, stuckMs: STUCK_MS },
    async disturb({ random }) {
      const act: Readonly<Record<Strike, () => Promise<void> | void>> = {
        async 'service center'() {
          await center.kill();
          await center.start();
        },
        async 'application center'() {
          await struck.kill();
          await sleep(random() * MAX_AWAY_MS);
          struck.again();
        },
        line: () => struck.relay.cut('both'),
        'near end of the line': () => struck.relay.cut('near'),
      };
      await delivered(witnesses);
      await registrar.toggle(Math.floor(random() * CHURNED.length));
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));
      if (deck.length === 0) deck = [...STRIKES];
      const [strike] = deck.splice(Math.floor(random() * deck.length), 1) as [Strike];
      strikes[strike]++;
      await act[strike]();
    },
    onRound: round => onRound?.(round, `${struck.look()} received`),
    async lastly() {
      await progressOf(fleets);
      await registrar.settle();
      await progressOf(fleets);
      sums = await ledger.stop();
      owed = telegramsOf(fleets).filter(each => !registrar.never.has(each) && !registrar.either.has(each));
      await settled(witnesses, owed);
      await Promise.all(fleets.map(fleet => fleet.close()));
    },
  });
  if (!sums) throw new Error(`the run broke off: ${ledger.failures.join()}`);
  const { sent, acknowledged } = sums;
  const compared = compare(join(dataDir, 'waystation.db'), engine, owed, witnesses, registrar);
  const figures = { sent, acknowledged, ...compared, deregistered: registrar.dereg };
  return { seed, strikes, ...figures, failures: [...failuresIn(figures), ...ledger.failures, ...center.complaints] };
}

/** What must not be, in words; nothing when every center got everything it had to, in order. */
function failuresIn({
  centers,
  held,
  divided,
  sent,
  acknowledged,
}: Omit<CenterKillReport, 'seed' | 'strikes' | 'failures'>) {
  const failures: string[] = [];
  if (divided > 0) failures.push(`divided: ${divided}`);
  if (acknowledged !== sent) failures.push(`${sent - acknowledged} never answered`);
  if (held > 0) failures.push(`held: ${held}`);
  for (const { acEui, received, newSessions, resumed, repeated, ...faults } of centers) {
    if (newSessions !== 1) failures.push(`${acEui}: ${newSessions} sessions`);
    for (const [name, count] of Object.entries(faults)) if (count !== 0) failures.push(`${acEui}: ${name} ${count}`);
  }
  return failures;
}

/** Resolves when every center has got something new. */
async function delivered(witnesses: readonly Witness[]): Promise<void> {
  const before = witnesses.map(witness => witness.look());
  await until(() => witnesses.every((witness, index) => witness.look() > (before[index] ?? 0)));
}

function telegramsOf(fleets: readonly Fleet[]): string[] {
  return fleets.flatMap(({ acknowledged }) =>
    [...acknowledged].flatMap(([epEui, counters]) => [...counters].map(counter => `${epEui}:${counter}`)),
  );
}

function compare(
  path: string,
  engine: Engine,
  owed: readonly string[],
  witnesses: readonly Witness[],
  { never, either }: Registrar,
) {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    const { messages } = domain(db);
    const log: string[] = [];
    for (let page = messages.after(0, PAGE); page.length > 0; page = messages.after(page.at(-1)?.seq ?? 0, PAGE)) {
      for (const { epEui, packetCnt } of page) log.push(`${epEui}:${packetCnt}`);
    }
    const operations = db.prepare(
      `SELECT coalesce(sum(unanswered), 0) AS held FROM center_operation o JOIN center_session s ON s.id = o.session
       WHERE s.ac_eui = ?`,
    );
    const held = witnesses.reduce((sum, { acEui }) => sum + (operations.get(acEui) as { held: number }).held, 0);
    const stored = new Set(log);
    const inLog = byEndpoint(log);
    const centers = witnesses.map(({ acEui, ledger }): CenterReport => {
      const arrived = byEndpoint(ledger.order);
      return {
        ...{ acEui, received: ledger.telegrams.size, ...ledger.faults, uncompleted: ledger.open },
        ...{ newSessions: ledger.newSessions, resumed: ledger.resumed, repeated: ledger.repeated },
        missing: owed.filter(telegram => !ledger.telegrams.has(telegram)).length,
        unowed: ledger.order.filter(telegram => never.has(telegram)).length,
        strange: ledger.order.filter(telegram => !stored.has(telegram)).length,
        endpointsOutOfOrder: [...arrived].filter(([endpoint, telegrams]) => {
          return (
            telegrams.join() !==
            inLog
              .get(endpoint)
              ?.filter(telegram => ledger.telegrams.has(telegram))
              .join()
          );
        }).length,
      };
    });
    const has = (telegram: string) => witnesses.filter(({ ledger }) => ledger.telegrams.has(telegram)).length;
    const divided = [...either].filter(telegram => has(telegram) % witnesses.length !== 0).length;
    return { centers, held, divided };
  } finally {
    db.close();
  }
}

function byEndpoint(telegrams: readonly string[]): Map<string | undefined, string[]> {
  return Map.groupBy(telegrams, telegram => telegram.split(':')[0]);
}
