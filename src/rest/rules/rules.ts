import type { Store } from '../../domain/domain.ts';
import { severities } from '../../domain/event/catalog.ts';
import { checkedRule, type GivenRule } from '../../domain/rule/definition.ts';
import { RULE_PATHS } from '../../domain/rule/merge.ts';
import { actionKinds, operators, type Rule, triggerKinds } from '../../domain/rule/rule-records.ts';
import { parseEui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { parseUuid, uuid7 } from '../../kit/uuid.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { uuid } from '../../rpc/checks.ts';
import { all, type Check, fields, type Input, type Maybe, optional, type SaidOf, saying } from '../../rpc/input.ts';
import { jsonOf } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId, restCursorList, restPage } from '../input.ts';
import type { RuleIn, RuleOut, UpdateRuleRequestIn } from '../schema.gen.ts';
import { examples } from './examples.ts';
import { executionToWire, ruleFromWire, ruleToWire, simulatedToWire } from './rule-wire.ts';

const PATH = '/api/v2/rules';
const NAMED = `${PATH}/{id}`;
const SERVICE = 'rest.v1.RestService';

/** What is looked at where the rule is checked as a whole. */
const says: SaidOf = {
  trigger: { inside: { kind: { words: triggerKinds } } },
  condition: { inside: { operator: { words: operators } } },
  actions: { inside: { kind: { words: actionKinds }, severity: { words: severities } } },
};

const given = saying(
  { inside: says },
  (wire: Maybe<RuleIn>, at): GivenRule => (wire ? ruleFromWire(wire) : at.refuse('presence', 'ResourceRequired')),
);

/** A whole rule, and which one it is. */
const named = fields({ organization_id: organizationId, id: uuid, rule: given });

/** What of it is to be changed. */
const changes: Input<Pick<UpdateRuleRequestIn, 'update_mask'>, { readonly paths: readonly string[] }, 'update_mask'> = {
  names: ['update_mask'],
  writable: RULE_PATHS,
  read: ({ update_mask }) => ({ paths: update_mask?.paths ?? [] }),
};

/** The uuid of a device, or the EUI of an endpoint. */
const device: Check<string, string> = (wire, at) =>
  parseUuid(wire) ?? parseEui(wire) ?? at.refuse('format', 'InvalidIDFormat');

const json: Check<Maybe<Parameters<typeof jsonOf>[0]>, Readonly<Record<string, unknown>> | undefined> = wire =>
  wire ? jsonOf(wire) : undefined;

/** What is done when devices say something, or nothing (REST section 14.12). */
export function rules({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  const reading = { access: 'org', needs: 'R', scope: 'rules:read' } as const;
  const writing = { access: 'org', needs: 'E', scope: 'rules:write' } as const;

  const found = ({ org }: Call, id: string): Rule => {
    const rule = store.read.rules.find(org, id);
    if (!rule) throw fault('RuleNotFound', { id });
    return rule;
  };
  const shown = ({ told }: Call, rule: Rule): RuleOut => {
    told.version = rule.version;
    return ruleToWire(rule);
  };
  const meant = ({ org, ifMatch }: Call, id: string) => ({ org, uuid: id, versions: ifMatch });

  return group('Rules', [
    method(`${SERVICE}/ListRules`, {
      http: {
        at: `GET ${PATH}`,
        id: 'listRules',
        summary: 'Lists the rules of the organization by name',
        example: examples.listRules,
      },
      ...reading,
      input: restCursorList,
      handle({ search, limit, place }, { org }) {
        const { rows, total, next } = store.read.rules.page({ org, search, limit, ...place });
        return { rules: rows.map(ruleToWire), total, next_cursor: place.next(next) };
      },
    }),
    method(`${SERVICE}/GetRule`, {
      http: {
        at: `GET ${NAMED}`,
        id: 'getRule',
        summary: 'Reads one rule',
        example: examples.getRule,
      },
      ...reading,
      input: byId,
      handle: ({ id }, call) => shown(call, found(call, id)),
    }),
    method(`${SERVICE}/CreateRule`, {
      http: {
        at: `POST ${PATH}`,
        id: 'createRule',
        summary: 'Makes a rule, which is looked at for what is received from then on',
        body: 'rule',
        example: examples.createRule,
      },
      ...writing,
      input: fields({ organization_id: organizationId, rule: given }),
      async handle({ rule }, call) {
        const by = acting(call, clock);
        const made = await store.write.rules.create(call.org, uuid7(by.now), checkedRule(rule), by);
        call.told.location = `${PATH}/${made.uuid}`;
        return shown(call, made);
      },
    }),
    method(`${SERVICE}/ReplaceRule`, {
      http: {
        at: `PUT ${NAMED}`,
        id: 'replaceRule',
        summary: 'Puts another rule in the place of one; what is left out has its default',
        body: 'rule',
        example: examples.replaceRule,
      },
      ...writing,
      input: named,
      async handle({ id, rule }, call) {
        found(call, id);
        return shown(call, await store.write.rules.replace(meant(call, id), checkedRule(rule), acting(call, clock)));
      },
    }),
    method(`${SERVICE}/UpdateRule`, {
      http: {
        at: `PATCH ${NAMED}`,
        id: 'updateRule',
        summary: 'Changes a rule; of trigger and condition only what is given',
        body: 'rule',
        example: examples.updateRule,
      },
      ...writing,
      input: all(named, changes),
      async handle({ id, rule, paths }, call) {
        const by = acting(call, clock);
        return shown(call, await store.write.rules.update(meant(call, id), rule, paths, by));
      },
    }),
    method(`${SERVICE}/DeleteRule`, {
      http: {
        at: `DELETE ${NAMED}`,
        id: 'deleteRule',
        summary: 'Deletes a rule; its alerts are over',
        example: examples.deleteRule,
      },
      ...writing,
      input: byId,
      async handle({ id }, call) {
        await store.write.rules.remove(meant(call, id), acting(call, clock));
        return { id, deleted: true };
      },
    }),
    method(`${SERVICE}/SimulateRule`, {
      http: {
        at: `POST ${NAMED}/simulate`,
        id: 'simulateRule',
        summary: 'Says whether a rule would fire by these values and what it would do, and does nothing',
        body: '*',
        example: examples.simulateRule,
      },
      ...reading,
      input: fields({
        organization_id: organizationId,
        id: uuid,
        device_id: optional(device),
        values: json,
        previous: json,
      }),
      async handle({ id, device_id, values = {}, previous }, call) {
        const rule = found(call, id);
        const endpoint = device_id === undefined ? undefined : store.read.rules.endpointOf(call.org, device_id);
        if (device_id !== undefined && endpoint === undefined) throw fault('DeviceNotFound', { id: device_id });
        const { fires, actions } = await store.scan.rules.simulate({
          rule,
          endpoint,
          values,
          previous,
          now: clock.now(),
        });
        return { fires, actions: actions.map(simulatedToWire) };
      },
    }),
    method(`${SERVICE}/ListRuleExecutions`, {
      http: {
        at: `GET ${NAMED}/executions`,
        id: 'listRuleExecutions',
        summary: 'Lists when a rule has fired and what became of its actions, the newest first',
        example: examples.listRuleExecutions,
      },
      ...reading,
      input: all(restPage, fields({ id: uuid })),
      async handle({ id, limit, offset }, call) {
        const rule = found(call, id);
        const { rows, total } = await store.scan.rules.executions(rule.id, limit, offset);
        return { executions: rows.map(row => executionToWire(rule, row)), total };
      },
    }),
  ]);
}
