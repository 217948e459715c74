import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import type { IntegrationOut } from '../../../src/rpc/schema.gen.ts';
import type { Answer, Command } from './commands-ledger.ts';

export interface CommandTargetOptions {
  /** The organization that commands are for. */
  readonly organizationId: string;
  readonly scEui: string;
  /** For what a target keeps. */
  readonly dir: string;
  answer(answer: Answer): void;
  /** The product has taken it over. */
  acknowledged(ref: string): void;
  /** The target was not there. */
  notTaken(command: Command): void;
}

/** A target that gives commands, and hears what becomes of them. What it holds is there again after a restart. */
export interface CommandTarget {
  /** What an integration is set to. */
  readonly integration: IntegrationOut;
  give(command: Command): void;
  /** It is gone, as if its power supply was. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** How far the stored cursor has come. */
  stored(cursor: number): void;
  close(): Promise<void>;
}

/** So many commands go into one answer at most. */
const ANSWER_COMMANDS = 8;

/** Connections of a server that may not be there for a while. */
class Door {
  readonly #sockets = new Set<Socket>();
  #isOpen = true;

  /** @returns whether it is let in */
  letIn(socket: Socket): boolean {
    if (this.#isOpen) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    } else socket.destroy();
    return this.#isOpen;
  }

  shut(): Promise<void> {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.destroy();
    return Promise.resolve();
  }

  open(): Promise<void> {
    this.#isOpen = true;
    return Promise.resolve();
  }

  async close(server: Server): Promise<void> {
    const done = once(server, 'close');
    server.close();
    await this.shut();
    await done;
  }
}

/**
 * A receiver of webhooks with commands in its answers. A delivery that comes again gets the same ones again; nobody says that they were
 * taken but the cursor, once it has passed the delivery.
 */
export async function httpCommands({ answer, acknowledged }: CommandTargetOptions): Promise<CommandTarget> {
  const door = new Door();
  const waiting: Command[] = [];
  const givenWith = new Map<string, { readonly place: number; readonly commands: readonly Command[] }>();
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const item = JSON.parse(Buffer.concat(chunks).toString()) as Answer & { readonly seq: string };
      const { deliveryId, seq } = item;
      answer(item);
      // From answers to what is no uplink no commands are read.
      const next = () => waiting.splice(0, item.event === 'up' ? ANSWER_COMMANDS : 0);
      const given = givenWith.get(deliveryId) ?? { place: Number(seq), commands: next() };
      if (given.commands.length > 0) givenWith.set(deliveryId, given);
      const downlinks = given.commands.map(({ epEui, body }) => ({ epEui, ...body }));
      response.end(downlinks.length > 0 ? JSON.stringify({ downlinks }) : undefined);
    });
  });
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => door.letIn(socket));
  const port = await listening(server);
  return {
    integration: { kind: 'http', http: { url: `http://127.0.0.1:${port}/`, allow_downlink_response: true } },
    give(command) {
      if (!waiting.includes(command)) waiting.push(command);
    },
    stop: () => door.shut(),
    start: () => door.open(),
    stored(cursor) {
      for (const [id, { place, commands }] of givenWith) {
        if (place > cursor) continue;
        givenWith.delete(id);
        for (const { ref } of commands) acknowledged(ref);
      }
    },
    close: () => door.close(server),
  };
}

/** As many as the product takes before it acknowledges the first. */
const RECEIVE_MAXIMUM = 64;

/** A broker of MQTT 5 that keeps the session of its only client. */
export async function mqttCommands(options: CommandTargetOptions): Promise<CommandTarget> {
  const { organizationId, answer, acknowledged } = options;
  const version = { protocolVersion: 5 };
  const door = new Door();
  const session = { isKnown: false, nextId: 1, waiting: [] as Command[], flying: new Map<number, Command>() };
  let client: Socket | undefined;
  const say = (socket: Socket | undefined, packet: Packet) => {
    if (socket && !socket.destroyed) socket.write(mqttPacket.generate(packet, version));
  };
  const publish = (messageId: number, { epEui, body }: Command, dup: boolean) => {
    const topic = `mioty/${organizationId}/device/${epEui}/command/down`;
    const message = { cmd: 'publish', topic, payload: JSON.stringify(body), qos: 1, retain: false } as const;
    say(client, { ...message, messageId, dup });
  };
  const deliver = () => {
    while (client && session.flying.size < RECEIVE_MAXIMUM) {
      const command = session.waiting.shift();
      if (!command) return;
      session.nextId = (session.nextId % 0xffff) + 1;
      session.flying.set(session.nextId, command);
      publish(session.nextId, command, false);
    }
  };
  const received = (socket: Socket, packet: Packet) => {
    switch (packet.cmd) {
      case 'connect':
        say(socket, { cmd: 'connack', sessionPresent: session.isKnown, reasonCode: 0 });
        break;
      case 'subscribe':
        say(socket, { cmd: 'suback', messageId: packet.messageId ?? 0, granted: packet.subscriptions.map(() => 1) });
        session.isKnown = true;
        client = socket;
        for (const [id, command] of session.flying) publish(id, command, true);
        deliver();
        break;
      case 'puback': {
        const command = session.flying.get(packet.messageId ?? 0);
        session.flying.delete(packet.messageId ?? 0);
        if (command) acknowledged(command.ref);
        deliver();
        break;
      }
      case 'publish':
        if (packet.topic.includes('/device/')) answer(JSON.parse(packet.payload.toString()) as Answer);
        if (packet.qos > 0) say(socket, { cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 });
        break;
      case 'pingreq':
        say(socket, { cmd: 'pingresp' });
    }
  };
  const server = createServer(socket => {
    if (!door.letIn(socket)) return;
    const parser = mqttPacket.parser(version);
    parser.on('error', () => socket.destroy());
    parser.on('packet', packet => received(socket, packet));
    socket.on('data', bytes => parser.parse(bytes));
    socket.once('close', () => {
      if (client === socket) client = undefined;
    });
  });
  const port = await listening(server);
  const mqtt = { broker_url: `mqtt://127.0.0.1:${port}`, protocol_version: '5', enable_commands: true };
  return {
    integration: { kind: 'mqtt', mqtt },
    give(command) {
      session.waiting.push(command);
      deliver();
    },
    stop: () => door.shut(),
    start: () => door.open(),
    stored: () => undefined,
    close: () => door.close(server),
  };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
