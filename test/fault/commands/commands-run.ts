import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openApi } from '../../../src/cli/api.ts';
import { type Provisioned, provision } from '../../bench/rig/rig.ts';
import { Relay } from '../harness/relay.ts';
import { run } from '../harness/run.ts';
import { ServiceCenter } from '../harness/service-center.ts';
import { CommandField } from './commands-field.ts';
import { type Command, CommandLedger } from './commands-ledger.ts';
import { natsCommands } from './commands-nats.ts';
import { CommandDatabase } from './commands-stored.ts';
import { type CommandTarget, type CommandTargetOptions, httpCommands, mqttCommands } from './commands-targets.ts';

const targetsOf = { mqtt: mqttCommands, nats: natsCommands, http: httpCommands };
export const commandKinds = ['mqtt', 'nats', 'http'] as const;

export interface CommandsOptions {
  readonly dir: string;
  /** They give commands in turn. */
  readonly targets: readonly {
    readonly kind: (typeof commandKinds)[number];
    /** Whether the integration hears of every downlink, or only of what becomes of its own commands. */
    readonly hearsAll: boolean;
  }[];
  readonly commands: number;
  readonly endpoints: number;
  readonly kills: number;
  /** Whether targets go away while the product runs, too: then that pauses for a second. */
  readonly targetAlone: boolean;
  readonly seed?: number;
  readonly onRound?: (round: number, standing: string) => void;
}

export interface CommandsReport {
  readonly kills: number;
  /** Of targets. */
  readonly restarts: number;
  readonly queued: number;
  readonly refused: number;
  readonly sent: number;
  readonly expired: number;
  /** Times at which a sender gave a command to the target once more. */
  readonly repeats: number;
  readonly acknowledgements: number;
  /** Commands that were given and not acknowledged, at all kills together. */
  readonly underWay: number;
  readonly seconds: number;
  readonly failures: readonly string[];
}

const SETTINGS = {
  PLATFORM_STORE_ENGINE: 'better-sqlite3',
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  PLATFORM_UPLINK_RECEPTION_WINDOW_MS: '20',
  PLATFORM_INTEGRATIONS_ALLOW_TARGETS: '127.0.0.1',
  PLATFORM_DOWNLINK_SWEEP_S: '1',
};
const RESULTS = ['up', 'downlink_result'];
const LOOK_MS = 10;
/** A kill comes so long after the first answer to the commands that it interrupts. */
const AFTER_MS = 60;
/** One start in so many is killed as well, and one target in so many goes away while the product runs. */
const [STARTING_EVERY, ALONE_EVERY] = [5, 4];
const STARTING_MS = 700;
const AWAY_MS = 200;
/** Nothing may stand still for so long. */
const STUCK_MS = 120_000;

/** Gives commands to a service center that is killed again and again, and compares in the end what became of them. */
export async function commandsRun(options: CommandsOptions): Promise<CommandsReport> {
  const { dir, targets, commands, kills, endpoints, targetAlone, seed = randomInt(2 ** 31), onRound } = options;
  const dataDir = join(dir, 'data');
  const began = performance.now();
  await using opened = new AsyncDisposableStack();
  const center = opened.use(await ServiceCenter.start({ dataDir, settings: SETTINGS }));
  const stored = opened.use(new CommandDatabase(join(dataDir, 'waystation.db')));
  const ledger = new CommandLedger({
    ...{ count: commands, targets, endpoints, stored, now: () => performance.now() },
  });
  let whenAcknowledged = (): void => undefined;
  const { all, provisioned } = await prepared(options, dataDir, center.ports.gateway, target => ({
    answer: answer => ledger.answer(target, answer),
    acknowledged(ref) {
      ledger.acknowledged(ref);
      whenAcknowledged();
    },
    notTaken: command => ledger.notTaken(command),
  }));
  for (const target of all) opened.defer(() => target.close());
  const give = (given: readonly Command[]) => {
    for (const command of given) all[command.target]?.give(command);
  };
  const look = () => {
    for (const [index, cursor] of stored.cursors.entries()) all[index]?.stored(cursor);
  };
  const relay = await Relay.open(() => center.ports.bssci);
  opened.defer(() => relay.close());
  const field = await CommandField.start(provisioned, relay.port, ledger);
  opened.defer(() => field.close());

  const looking = setInterval(() => {
    look();
    give(ledger.again());
  }, LOOK_MS);
  opened.defer(() => clearInterval(looking));
  let [restarts, underWay] = [0, 0];
  const restartTargets = async (meanwhile: () => Promise<unknown>): Promise<void> => {
    restarts++;
    await Promise.all(all.map(target => target.stop()));
    await meanwhile();
    await Promise.all(all.map(target => target.start()));
  };

  await run({
    ...{ ledger, rounds: kills, seed, stuckMs: STUCK_MS, lookMs: LOOK_MS },
    process: {
      async stop() {
        await field.close();
        await center.stop();
      },
    },
    async disturb({ round, random, until }) {
      const share = (part: number) => Math.round((commands * part) / (kills + 1));
      const count = share(round) - share(round - 1);
      const before = ledger.answered;
      // After one acknowledgement of them the process is to have time for nothing more.
      let left = Math.floor(random() * count);
      const struck = Promise.withResolvers<void>();
      whenAcknowledged = () => {
        if (round % 2 !== 0 || left-- !== 0) return;
        center.running.kill('SIGKILL');
        struck.resolve();
      };
      give(ledger.next(count));
      if (targetAlone && round % ALONE_EVERY === 0) await restartTargets(() => pause(random() * AWAY_MS));
      const some = Math.ceil(count * random());
      await Promise.race([struck.promise, until(() => ledger.answered >= before + some)]);
      await pause(random() * AFTER_MS);
      whenAcknowledged = () => undefined;
      await center.kill();
      underWay += ledger.commands.filter(({ given, isAcknowledged }) => given > 0 && !isAcknowledged).length;
      const meanwhile = async () => {
        if (round % STARTING_EVERY === 0) await center.killStarting(random() * STARTING_MS);
      };
      if (round % 2 === 1) await restartTargets(meanwhile);
      else await meanwhile();
      await center.start();
    },
    onRound: round => onRound?.(round, ledger.standing),
    lastly: () => give(ledger.next(commands)),
  });
  look();
  if (ledger.failures.length === 0) ledger.end(stored.rows());
  const { repeats, acknowledgements, failures } = ledger;
  return {
    ...{ kills, restarts, ...ledger.outcomes, repeats, acknowledgements, underWay, failures },
    seconds: (performance.now() - began) / 1000,
  };
}

/** Targets with their integrations, a station and endpoints that listen. */
async function prepared(
  { dir, targets, endpoints }: CommandsOptions,
  dataDir: string,
  gateway: number,
  heard: (target: number) => Pick<CommandTargetOptions, 'answer' | 'acknowledged' | 'notTaken'>,
): Promise<{ readonly all: readonly CommandTarget[]; readonly provisioned: Provisioned }> {
  const api = openApi(gateway);
  try {
    const provisioned = await provision(dataDir, api, 1, endpoints, 'A');
    const { sc_eui: scEui } = await api.call('GetScaciStatus', {});
    const { endpoints: known } = await api.call('ListEndPoints', { page_size: 1 });
    const organizationId = known[0]?.organization_id ?? '';
    const all: CommandTarget[] = [];
    for (const [index, { kind, hearsAll }] of targets.entries()) {
      const target = await targetsOf[kind]({ dir, scEui, organizationId, ...heard(index) });
      const event_types = hearsAll ? [...RESULTS, 'downlink_queued', 'downlink_rejected'] : RESULTS;
      const integration = { name: kind, event_types, ...target.integration };
      await api.call('CreateIntegration', { integration });
      all.push(target);
    }
    return { all, provisioned };
  } finally {
    api.close();
  }
}
