import t from 'tap';
import { Fault } from '../../src/kit/faults/faults.ts';
import { MINUTE_MS } from '../../src/kit/units.ts';
import { Tickets } from '../../src/rest/tickets.ts';
import type { Admission } from '../../src/rpc/call/define.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const by = (id: string, scopes: readonly string[] = ['messages:read']): Admission => ({
  ...{ org: 1, organizationId: 'org' },
  principal: { kind: 'service_account', id, email: '', scopes },
});
const RULE = { access: 'org', needs: 'R', scope: 'messages:read' } as const;

function scene() {
  const clock = new ManualClock();
  const tickets = new Tickets(clock);
  const refusal = (ticket: string, rule: Parameters<Tickets['admit']>[0] = RULE) => {
    try {
      tickets.admit(rule, ticket);
      return 'none';
    } catch (error) {
      return error instanceof Fault ? error.fault : 'other';
    }
  };
  return { clock, tickets, refusal };
}

t.test('a ticket lets in once, as who got it', async t => {
  const { tickets, refusal, clock } = scene();
  const { ticket, expiresAt } = tickets.issue(by('a'));
  t.equal(expiresAt, clock.now() + MINUTE_MS);
  t.match(tickets.admit(RULE, ticket), by('a'));
  t.equal(refusal(ticket), 'InvalidAccessToken');
  t.equal(refusal(tickets.issue(by('a', ['events:read'])).ticket), 'ScopeRequired');
  const late = tickets.issue(by('a')).ticket;
  await clock.advance(MINUTE_MS);
  t.equal(refusal(late), 'InvalidAccessToken');
});

t.test('tickets are bounded, of one caller and of all', async t => {
  const { tickets, refusal } = scene();
  const own = Array.from({ length: 33 }, () => tickets.issue(by('a')).ticket);
  t.equal(refusal(own[0] ?? ''), 'InvalidAccessToken', 'the oldest has gone');
  t.equal(refusal(own[1] ?? ''), 'none');
  t.equal(refusal(own[32] ?? ''), 'none');
  const first = tickets.issue(by('first')).ticket;
  for (let n = 0; n < 4096; n++) tickets.issue(by(`many ${n}`));
  t.equal(refusal(first), 'InvalidAccessToken');
  t.equal(refusal(tickets.issue(by('last')).ticket), 'none');
});
