import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../harness/run.ts';
import { NatsHub } from './nats-hub.ts';
import { Box } from './scale-out-box.ts';
import { StreamLedger } from './stream-ledger.ts';

export interface ScaleOutOptions {
  /** For the databases. */
  readonly dir: string;
  readonly boxes: number;
  /** Of all boxes together. */
  readonly messages: number;
  /** Of each box. */
  readonly endpoints: number;
  readonly kills: number;
  readonly seed: number;
  readonly onRound?: (round: number, standing: string) => void;
}

export interface ScaleOutReport {
  readonly boxes: number;
  readonly messages: number;
  readonly killsOfBoxes: number;
  readonly killsOfServer: number;
  readonly lost: number;
  readonly duplicates: number;
  /** From the first start to the last acknowledgement. */
  readonly seconds: number;
  readonly perSecond: number;
  /** How fast one consumer reads the stream in the end. */
  readonly readPerSecond: number;
  readonly failures: readonly string[];
}

/** Pauses after failures are 20 ms to 6 s. */
const FASTER = 50;
const LOOK_MS = 50;
/** Every so manyth kill hits the server. */
const SERVER_EVERY = 5;
/** For so long it is away at most. */
const AWAY_MS = 1000;
/** A kill does not come exactly when messages were counted. */
const LATE_MS = 100;
/** Nothing may stand still for so long. */
const STUCK_MS = 60_000;

/** Many boxes deliver into one server while boxes and server are killed; then its stream is read once. */
export async function scaleOutRun(options: ScaleOutOptions): Promise<ScaleOutReport> {
  const { dir, boxes: count, messages, endpoints, kills, seed, onRound } = options;
  const each = Math.floor(messages / count);
  await using opened = new AsyncDisposableStack();
  const hub = await NatsHub.start();
  opened.defer(() => hub.close());
  const boxes: Box[] = [];
  for (let n = 1; n <= count; n++) {
    const scEui = `fca84a${n.toString(16).padStart(10, '0')}`;
    const path = join(dir, `box-${n}.db`);
    const given = { path, scEui, endpoints, messages: each, port: hub.port, faster: FASTER };
    boxes.push(opened.use(new Box(given)));
  }
  const failures: string[] = [];
  const done = () => boxes.reduce((sum, box) => sum + box.done, 0) / count;
  const began = performance.now();
  for (const { delivering } of boxes) delivering.start();
  let killsOfServer = 0;
  let seconds = 0;
  await run({
    ...{ rounds: kills, seed, stuckMs: STUCK_MS, lookMs: LOOK_MS },
    ledger: {
      failures,
      get standing() {
        return `cursors have passed ${Math.round(done() * messages)} messages`;
      },
      get isOver() {
        return done() >= 1;
      },
    },
    process: {
      async stop() {
        seconds = (performance.now() - began) / 1000;
        await Promise.all(boxes.map(({ delivering }) => delivering.stop()));
      },
    },
    async disturb({ round, random, until }) {
      await until(() => done() >= round / (kills + 1) || boxes.some(({ delivering }) => !delivering.isRunning));
      await pause(random() * LATE_MS);
      if (round % SERVER_EVERY === 0) {
        killsOfServer++;
        await hub.kill();
        await pause(random() * AWAY_MS);
        await hub.run();
        return;
      }
      const { delivering } = boxes[Math.floor(random() * count)] as Box;
      await delivering.kill();
      delivering.start();
    },
    onRound: round => onRound?.(round, `cursors have passed ${Math.round(done() * messages)} messages`),
  });
  const ledger = new StreamLedger(
    boxes.map(({ scEui }) => scEui),
    each,
    endpoints,
  );
  const from = performance.now();
  for await (const message of hub.all('MIOTY_UP')) ledger.read(message);
  const readSeconds = (performance.now() - from) / 1000;
  const { lost, duplicates, found } = ledger;
  return {
    ...{ boxes: count, messages: each * count, killsOfServer, killsOfBoxes: kills - killsOfServer },
    ...{ lost, duplicates, seconds, perSecond: (each * count) / seconds, readPerSecond: found / readSeconds },
    failures: [...failures, ...ledger.failures],
  };
}
