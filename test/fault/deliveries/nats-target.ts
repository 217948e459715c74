import { connect, createServer, type Socket } from 'node:net';
import type { Arrival } from './deliveries-ledger.ts';
import {
  type Conduct,
  closed,
  type DeliveryTarget,
  listening,
  type TargetOptions,
  Temper,
} from './deliveries-targets.ts';
import { type Frame, NatsFrames } from './nats-frames.ts';
import { NatsHub } from './nats-hub.ts';

/** What is held that long is answered late, or its connection is cut. */
const HUNG_MS = 1000;
/** To connect takes a dozen questions, one after the other. */
const FASTER = 25;
/** What of a connection that is gone still reaches the server. */
const LATE_MS = 100;
/** In so many of its troubles of that kind the server itself is killed. */
const KILLED = 0.25;
/** How a stream says that it takes nothing now, and that it never takes this one. */
const FULL = { code: 503, err_code: 10077, description: 'maximum messages exceeded' };
const TOO_LARGE = { code: 400, err_code: 10054, description: 'message size exceeds maximum allowed' };
const UP = 'mioty.up.';
const LOOK = '$JS.API.STREAM.MSG.GET.MIOTY_UP';

/**
 * A real server with JetStream behind a proxy that has troubles: publications are held before they are stored, and acknowledgements
 * after that. Sometimes the server itself is killed.
 */
export async function natsTarget(options: TargetOptions): Promise<DeliveryTarget> {
  const { random, run: runNow } = options;
  const temper = new Temper(options);
  const hub = await NatsHub.start();
  let hubIsChanging: Promise<void> = Promise.resolve();
  let [hubIsUp, hubIsWanted] = [true, true];
  /** What a stream refuses for its own sake it refuses every time, whichever connection it came by and however late. */
  const verdicts = new Map<number, 'accepted' | 'refused'>();
  const verdict = (messages: readonly number[], first: 'accepted' | 'refused') => {
    const [message = Number.NaN] = messages;
    const known = verdicts.get(message) ?? first;
    verdicts.set(message, known);
    return known;
  };
  const server = createServer(client => {
    if (!temper.letIn(client)) return;
    proxy(client, runNow());
  });

  function proxy(client: Socket, run: number): void {
    const upstream = connect({ port: hub.port, host: '127.0.0.1' });
    const [said, answered] = [new NatsFrames(), new NatsFrames()];
    /** By the subject of its acknowledgement. */
    const unanswered = new Map<string, readonly number[]>();
    /** Subjects of answers to looks at what is stored. */
    const looks = new Set<string>();
    /** By the beginning of their subjects. */
    const inboxes = new Map<string, string>();
    upstream.on('error', () => undefined);
    upstream.once('close', () => client.destroy());
    client.once('close', () => setTimeout(() => upstream.destroy(), LATE_MS));

    const publishes = ({ words, payload, bytes }: Frame): void => {
      const [, reply = '', headers = '0'] = words;
      const arrival = JSON.parse(payload.subarray(Number(headers)).toString()) as Arrival;
      temper.decide([arrival], run, (decided, messages) => {
        const answer = decided === 'failed' ? decided : verdict(messages, decided);
        if (answer === 'accepted') {
          unanswered.set(reply, messages);
          if (!upstream.destroyed) upstream.write(bytes);
          return;
        }
        const text = JSON.stringify({ error: answer === 'refused' ? TOO_LARGE : FULL });
        const sid = inboxes.get(reply.slice(0, reply.lastIndexOf('.'))) ?? '';
        if (answer === 'refused') for (const message of messages) options.answers(message, 'refused');
        if (!client.destroyed) client.write(`MSG ${reply} ${sid} ${text.length}\r\n${text}\r\n`);
      });
    };
    /** A message that its sender has looked for is there; the server has been killed since, or the connection cut. */
    const found = (payload: Buffer): void => {
      const { message } = JSON.parse(payload.toString()) as { message?: { data: string } };
      if (message) options.isThere(JSON.parse(Buffer.from(message.data, 'base64').toString()) as Arrival);
    };
    client.on('data', part => {
      for (const frame of said.read(part)) {
        const [subject = '', second = ''] = frame.words;
        if (frame.verb === 'SUB' && subject.endsWith('.*')) inboxes.set(subject.slice(0, -2), second);
        if (subject === LOOK) looks.add(second);
        if (frame.verb === 'HPUB' && subject.startsWith(UP)) publishes(frame);
        else if (!upstream.destroyed) upstream.write(frame.bytes);
      }
    });
    upstream.on('data', part => {
      for (const { words, payload, bytes } of answered.read(part)) {
        const [subject = ''] = words;
        const messages = unanswered.get(subject);
        // What is stored is accepted, whether anybody hears of it or not.
        if (messages && !('error' in (JSON.parse(payload.toString()) as object))) {
          for (const message of messages) options.answers(message, 'accepted');
        }
        unanswered.delete(subject);
        if (looks.delete(subject)) found(payload);
        const pass = () => {
          if (!client.destroyed) client.write(bytes);
        };
        if (messages) temper.inTime(pass);
        else pass();
      }
    });
  }

  // A server takes longer to start than a trouble lasts: what counts is what is wanted when it has.
  const follow = async (): Promise<void> => {
    while (hubIsUp !== hubIsWanted) {
      hubIsUp = hubIsWanted;
      await (hubIsUp ? hub.run() : hub.kill());
    }
  };
  const conduct = (to: Conduct): void => {
    temper.change(to);
    hubIsWanted = to !== 'killed' || random() >= KILLED;
    hubIsChanging = hubIsChanging.then(follow);
  };
  const port = await listening(server);
  return {
    settings: { servers: [`nats://127.0.0.1:${port}`], manageStreams: true },
    ...{ hungMs: HUNG_MS, faster: FASTER },
    conduct,
    async *stored() {
      await hubIsChanging;
      for await (const { text } of hub.all('MIOTY_UP')) yield JSON.parse(text) as Arrival;
    },
    async close() {
      await hubIsChanging;
      await closed(server, temper);
      await hub.close();
    },
  };
}
