import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { random as sequence } from '../../domain/message/log-store.ts';
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
  readonly onKill?: (kill: number, done: number) => void;
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
  const { dir, boxes: count, messages, endpoints, kills, seed, onKill } = options;
  const random = sequence(seed);
  const each = Math.floor(messages / count);
  const hub = await NatsHub.start();
  const boxes: Box[] = [];
  const failures: string[] = [];
  const done = () => boxes.reduce((sum, box) => sum + box.done, 0) / count;
  /** Waits until a part of all messages is delivered, or something is broken. */
  const until = async (part: number): Promise<void> => {
    let [known, since] = [done(), performance.now()];
    while (known < part && failures.length === 0) {
      await pause(LOOK_MS);
      const now = done();
      if (now !== known) [known, since] = [now, performance.now()];
      if (performance.now() - since > STUCK_MS) failures.push(`nothing goes on after ${Math.round(known * messages)}`);
      for (const { scEui, exitCode } of boxes) if (exitCode) failures.push(`${scEui} has ended with ${exitCode}`);
    }
  };
  const killServer = async (): Promise<void> => {
    await hub.kill();
    await pause(random() * AWAY_MS);
    await hub.run();
  };
  const killBox = async (): Promise<void> => {
    const box = boxes[Math.floor(random() * count)];
    await box?.kill();
    box?.start();
  };
  const endBoxes = () => {
    for (const box of boxes) box.close();
  };
  process.once('exit', endBoxes);
  try {
    for (let n = 1; n <= count; n++) {
      const scEui = `fca84a${n.toString(16).padStart(10, '0')}`;
      const path = join(dir, `box-${n}.db`);
      boxes.push(new Box({ ...{ path, scEui, endpoints, messages: each, port: hub.port, faster: FASTER } }));
    }
    const began = performance.now();
    for (const box of boxes) box.start();
    let killsOfServer = 0;
    let kill = 1;
    for (; kill <= kills && failures.length === 0; kill++) {
      await until(kill / (kills + 1));
      await pause(random() * LATE_MS);
      if (kill % SERVER_EVERY === 0) {
        killsOfServer++;
        await killServer();
      } else await killBox();
      onKill?.(kill, Math.round(done() * messages));
    }
    await until(1);
    const seconds = (performance.now() - began) / 1000;
    if (failures.length > 0) endBoxes();
    const codes = failures.length > 0 ? [] : await Promise.all(boxes.map(box => box.finish()));
    if (codes.some(code => code !== 0)) failures.push(`boxes have ended with ${codes.join()}`);
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
      ...{ boxes: count, messages: each * count, killsOfServer, killsOfBoxes: kill - 1 - killsOfServer },
      ...{ lost, duplicates, seconds, perSecond: (each * count) / seconds, readPerSecond: found / readSeconds },
      failures: [...failures, ...ledger.failures],
    };
  } finally {
    process.off('exit', endBoxes);
    endBoxes();
    await hub.close();
  }
}
