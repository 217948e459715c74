/**
 * Many boxes, each a process with messages of its own, deliver into one nats-server with JetStream, while boxes and server are ended with
 * SIGKILL in turn. Then one consumer reads the stream once: nothing is lost, nothing is there twice, each endpoint has its order.
 * Usage: node test/fault/deliveries/scale-out.ts [--boxes 20] [--messages 200000] [--endpoints 200] [--kills 40] [--seed N]
 */
import { parseArgs } from 'node:util';
import { campaign } from '../harness/campaign.ts';
import { scaleOutRun } from './scale-out-run.ts';

const { values } = parseArgs({
  options: {
    boxes: { type: 'string', default: '20' },
    messages: { type: 'string', default: '200000' },
    endpoints: { type: 'string', default: '200' },
    kills: { type: 'string', default: '40' },
    seed: { type: 'string' },
  },
});

await campaign('scale-out', values.seed, given =>
  scaleOutRun({
    ...{ ...given, messages: Number(values.messages), kills: Number(values.kills) },
    ...{ boxes: Number(values.boxes), endpoints: Number(values.endpoints) },
  }),
);
