/**
 * Ends the process that delivers to an integration with SIGKILL at random moments, while its target is killed, hung, slow, refusing and
 * wrong in turn, and shows that nothing is lost, order is kept and little comes twice.
 * Usage: node test/fault/deliveries/deliveries.ts [--kind http|mqtt|influx|nats] [--messages 100000] [--endpoints 1000] [--kills 40] [--seed N]
 */
import { parseArgs } from 'node:util';
import { campaign } from '../harness/campaign.ts';
import { deliveriesRun, deliveryKinds } from './deliveries-run.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'http' },
    messages: { type: 'string', default: '100000' },
    endpoints: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '40' },
    seed: { type: 'string' },
  },
});
const kind = deliveryKinds.find(each => each === values.kind);
if (!kind) throw new Error(`--kind is one of ${deliveryKinds.join(', ')}`);

await campaign('deliveries', values.seed, given =>
  deliveriesRun({
    ...{ ...given, kind, messages: Number(values.messages), kills: Number(values.kills) },
    endpoints: Number(values.endpoints),
  }),
);
