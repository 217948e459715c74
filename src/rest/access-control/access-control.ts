import type { Person } from '../../domain/account/people.ts';
import { type Capability, capabilitiesOf, roles } from '../../domain/account/roles.ts';
import type { Store } from '../../domain/domain.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { role } from '../../rpc/accounts/account-input.ts';
import { callerOf } from '../../rpc/accounts/caller.ts';
import { scope } from '../../rpc/apikeys/api-key-input.ts';
import { has } from '../../rpc/apikeys/rights.ts';
import { acting } from '../../rpc/call/actor.ts';
import { can } from '../../rpc/call/rights.ts';
import { oneOf, uuidOr } from '../../rpc/checks.ts';
import { fields, optional, refine } from '../../rpc/input.ts';
import { type Group, group, method, type RestRow } from '../define.ts';
import { organizationId, restCursorList } from '../input.ts';
import type { People } from '../people.ts';
import type { RoleAssignmentOut } from '../schema.gen.ts';

const SERVICE = 'organization_access_control.AccessControlService';
const CAPABILITIES = ['R', 'E', 'B', 'K', 'I', 'M', 'A', 'O', 'S'] as const satisfies readonly Capability[];
const EVERYTHING = { manage_endpoints: true, manage_base_stations: true, status: 'active' } as const;

const reading = { access: 'org', needs: 'R', scope: 'orgs:read' } as const;
const writing = { access: 'org', needs: 'M', scope: 'orgs:write' } as const;

const userId = uuidOr('UserIDRequired');

/** Roles in organizations (REST section 15). Without sign-in there is no user to give them to. */
export function accessControl({
  store,
  clock,
  people,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly people: People;
}): Group {
  // Under a tag for form's sake: none of them has a path.
  return group('Users', [
    method(`${SERVICE}/ListRoles`, {
      ...reading,
      input: fields({}),
      handle: () => ({
        roles: roles.map(name => ({ name, capabilities: capabilitiesOf({ role: name, ...EVERYTHING }, false) })),
      }),
    }),
    method(`${SERVICE}/ListRoleAssignments`, {
      ...reading,
      input: restCursorList,
      async handle({ search, limit, place }, { org }) {
        const { offset, from } = place;
        const { rows, total, next } = await people.page({ org, search, limit, offset, from });
        return { role_assignments: rows.map(toWire), total, next_cursor: place.next(next) };
      },
    }),
    method(`${SERVICE}/CheckAccess`, {
      ...reading,
      input: refine(
        fields({
          organization_id: organizationId,
          capability: optional(oneOf(CAPABILITIES)),
          scope: optional(scope),
        }),
        (asked, at) => {
          if ((asked.capability === undefined) === (asked.scope === undefined))
            at.in('scope').refuse('presence', 'MutuallyExclusiveFields');
          return asked;
        },
      ),
      handle: ({ capability, scope }, { principal }) => ({
        allowed: capability === undefined ? has(principal, scope ?? '') : can(principal, capability),
      }),
    }),
    ...(people.kind === 'operator' ? REFUSED : changes({ store, clock, people })),
  ]);
}

const REFUSED = ([`${SERVICE}/AssignRole`, `${SERVICE}/RevokeRole`] as const).map(
  (name): RestRow => ({ name, keyed: true, ...writing, refuse: 'EnterpriseEditionRequired', ways: [] }),
);

/** By the writes of the enterprise rows, and their rules. */
function changes({ store, clock, people }: Parameters<typeof accessControl>[0]): readonly RestRow[] {
  return [
    method(`${SERVICE}/AssignRole`, {
      ...writing,
      input: fields({ organization_id: organizationId, user_id: userId, role }),
      async handle({ user_id, role }, call) {
        const by = acting(call, clock);
        await store.write.accounts.assignRole(call.organizationId, user_id, role, callerOf(call), by);
        return shown(people, call.org, user_id);
      },
    }),
    method(`${SERVICE}/RevokeRole`, {
      ...writing,
      input: fields({ organization_id: organizationId, user_id: userId }),
      async handle({ user_id }, call) {
        const by = acting(call, clock);
        try {
          await store.write.accounts.removeMember(call.organizationId, user_id, callerOf(call), by);
        } catch (cause) {
          throw cause instanceof Fault && cause.fault === 'MembershipNotFound'
            ? fault('RoleAssignmentNotFound', { user_id })
            : cause;
        }
        return { user_id, revoked: true };
      },
    }),
  ];
}

function shown(people: People, org: number, userId: string): RoleAssignmentOut {
  const person = people.find(org, userId);
  if (!person) throw fault('RoleAssignmentNotFound', { user_id: userId });
  return toWire(person);
}

function toWire(person: Person): RoleAssignmentOut {
  const { id: user_id, email, role, status } = person;
  return { user_id, email, role, status, capabilities: capabilitiesOf(person, false) };
}
