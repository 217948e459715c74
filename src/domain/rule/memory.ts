import type { RuleDevice, RuleDevices } from './devices.ts';
import { type OrganizationRules, type ReadyRule, RuleIndex } from './rule-index.ts';
import type { RuleState } from './rule-records.ts';
import type { RuleReader } from './rule-rows.ts';
import type { SilenceWatch } from './silence.ts';

/** Endpoints for which it is remembered which rules are for them. */
const MOST_REMEMBERED = 20_000;
/** Stands where an event is about no endpoint. */
export const NO_ENDPOINT = 0;

/** For which endpoint which rules are. */
export interface EndpointRules {
  /** Undefined: it is gone. */
  readonly device: RuleDevice | undefined;
  readonly own: readonly ReadyRule[];
  readonly silence: readonly ReadyRule[];
}

/** What the planner remembers from one stretch to the next, so that the rules and an endpoint are not read anew for each. */
export function plannerMemory({
  reader,
  devices,
  silence,
}: {
  readonly reader: RuleReader;
  readonly devices: Pick<RuleDevices, 'find'>;
  readonly silence: Pick<SilenceWatch, 'rulesChanged'>;
}) {
  let known: { readonly revision: number; readonly devices: number; readonly index: RuleIndex } | undefined;
  /** By row id, as long as neither rules nor endpoints are other ones. */
  let concerned = new Map<number, EndpointRules>();
  /** Endpoints of which something may be known; of all others nothing is. Only a plan makes it more. */
  let stated: Set<number> | undefined;

  return {
    /** All rules that are on. `devices` is raised when endpoints, or the devices that they are, become other ones. */
    indexOf({ revision, devices: count }: { readonly revision: number; readonly devices: number }): RuleIndex {
      const isSame = known?.revision === revision;
      if (!isSame || known?.devices !== count || concerned.size > MOST_REMEMBERED) concerned = new Map();
      if (!isSame) silence.rulesChanged();
      const index = known && isSame ? known.index : new RuleIndex(reader.enabled());
      known = { revision, devices: count, index };
      stated ??= new Set(reader.known());
      return index;
    },

    concernedOf(endpoint: number, rules: OrganizationRules): EndpointRules {
      const found = concerned.get(endpoint);
      if (found) return found;
      const device = endpoint === NO_ENDPOINT ? undefined : devices.find(endpoint);
      const made: EndpointRules = {
        device,
        own: device ? rules.telemetry.own(device) : [],
        silence: device ? [...rules.silence.common, ...rules.silence.own(device)] : [],
      };
      concerned.set(endpoint, made);
      return made;
    },

    /** What rules know of an endpoint, by their row ids. */
    statesOf: (endpoint: number): Map<number, RuleState> =>
      stated?.has(endpoint) ? reader.states(endpoint) : new Map<number, RuleState>(),

    /** Rules know something of an endpoint from now on. */
    learned(endpoint: number): void {
      stated?.add(endpoint);
    },
  };
}
