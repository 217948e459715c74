// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { operations } from './document.ts';
import { NEVER_TAKEN } from './never.ts';
import { ContractRun } from './run.ts';
import { summaryOf } from './summary.ts';

t.setTimeout(240_000);

const SEED = 18;
const REQUESTS = 1500;
/** Of what devices have said. */
const MEASURED = ['getDeviceTelemetry', 'getDeviceTelemetryLatest', 'listDeviceMessages', 'listAlerts', 'listEvents'];
/** Of these a run has what they are about. */
const SERVED = {
  community: ['acknowledgeAlert', 'resolveAlert', 'getDeviceTelemetry', 'listConnectorKeys', 'sendDeviceCommand'],
  enterprise: [
    'organization_access_control.AccessControlService.AssignRole',
    'organization_access_control.AccessControlService.RevokeRole',
  ],
} as const;

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`what the document says of requests and answers is so, and nothing else is stored (${edition})`, async t => {
    await using run = await ContractRun.start(t.testdir(), SEED, edition);
    await run.send(REQUESTS);
    t.same(run.violations, []);
    t.equal(run.tallies.size, operations.length, 'every operation was tried');
    t.same(run.mistakenlyNeverTaken, [], 'what is never taken is refused, and for the reason that is given');
    const unserved = run.unserved.filter(id => NEVER_TAKEN[edition][id] === undefined);
    for (const id of SERVED[edition]) t.notOk(unserved.includes(id), id);
    for (const id of MEASURED) t.notOk(run.bare.includes(id), `${id} shows something`);
    // What is changed by few requests may be so by none of a short run.
    t.ok(unserved.length <= operations.length / 10, 'nearly all of them were served', { summary: summaryOf(run) });
  });
}
