import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, NatsConnectionImpl, setTransportFactory } from '@nats-io/nats-core/internal';
import { type DialledOptions, DialledTransport } from '../../../src/integrations/drivers/nats/transport.ts';
import { freePort, type PeerProcess, startPeer } from '../../real/peer-process.ts';
import type { Answer, Command } from './commands-ledger.ts';
import type { CommandTarget, CommandTargetOptions } from './commands-targets.ts';

const LOOK_MS = 10;
const ANSWER_MS = 2000;
const [COMMANDS, EVENTS] = ['MIOTY_CMD', 'MIOTY_EV'];
/** Of `$JS.ACK.<stream>.<consumer>.<deliveries>.<place>.…`. */
const PLACE_TOKEN = 5;

/** What is open while the server runs. */
interface Line {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** A nats-server with JetStream: commands wait in a stream until they are acknowledged, answers are read from another one. */
export async function natsCommands(options: CommandTargetOptions): Promise<CommandTarget> {
  const { organizationId, scEui, dir, answer, acknowledged, notTaken } = options;
  const ends: (() => unknown)[] = [];
  const ending = { teardown: (end: () => unknown) => void ends.push(end) };
  const port = await freePort();
  /** By place in the stream of commands. */
  const refOf = new Map<number, string>();
  const doneBefore = new Set<number>();
  let server: PeerProcess | undefined;
  let line: Line | undefined;
  let nextEvent = 1;

  const done = (place: number) => {
    const ref = refOf.get(place);
    if (ref === undefined) doneBefore.add(place);
    else acknowledged(ref);
  };

  const publish = async (command: Command): Promise<void> => {
    const { epEui, body, ref } = command;
    try {
      if (!line) throw new Error('the server is away');
      const { seq } = await line.js.publish(`mioty.cmd.${scEui}.${organizationId}.${epEui}`, JSON.stringify(body));
      refOf.set(seq, ref);
      if (doneBefore.delete(seq)) acknowledged(ref);
    } catch {
      notTaken(command);
    }
  };

  const start = async (): Promise<void> => {
    const arguments_ = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(dir, 'nats')];
    server = await startPeer(ending, 'nats-server', arguments_, port);
    setTransportFactory({ factory: () => new DialledTransport() });
    const opening: DialledOptions['opening'] = {
      connect: async (host, at) => connect({ host, port: at }),
      secure: undefined,
    };
    const dialled: DialledOptions = { servers: [`127.0.0.1:${port}`], reconnect: false, timeout: ANSWER_MS, opening };
    const connection = await NatsConnectionImpl.connect(dialled);
    connection.subscribe(`$JS.ACK.${COMMANDS}.>`, {
      callback(_, { subject, data }) {
        const said = Buffer.from(data).toString();
        if (said === '' || said.startsWith('+ACK')) done(Number(subject.split('.')[PLACE_TOKEN]));
      },
    });
    const manager = await jetstreamManager(connection, { timeout: ANSWER_MS });
    line = { connection, js: jetstream(connection, { timeout: ANSWER_MS }), manager };
  };

  const stop = async (): Promise<void> => {
    const { connection } = line ?? {};
    line = undefined;
    await server?.end('SIGKILL');
    await connection?.close().catch(() => undefined);
  };

  /** Reads answers one after the other, from where it was before a restart. */
  const read = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const message = await line?.manager.streams.getMessage(EVENTS, { seq: nextEvent }).catch(() => undefined);
      if (message) {
        nextEvent++;
        answer(message.json<Answer>());
      } else await pause(LOOK_MS);
    }
  };

  const closing = new AbortController();
  await start();
  const reading = read();
  const nats = { servers: [`nats://127.0.0.1:${port}`], manage_streams: true, enable_commands: true };
  return {
    integration: { kind: 'nats', nats },
    give: command => void publish(command),
    stop,
    start,
    stored: () => undefined,
    async close() {
      closing.abort();
      await reading;
      await stop();
      for (const end of ends.reverse()) await end();
    },
  };
}
