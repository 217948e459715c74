import type { RuleName } from '../domain/alert/rules.ts';
import type { Observation } from '../domain/alert/seen.ts';
import type { Finding } from '../kit/faults/finding.ts';
import type { DiskRoom } from '../upkeep/disk/disk-space.ts';
import { overloadLevel } from './load.ts';
import type { Load } from './overload.ts';
import type { ComponentHealth } from './probes.ts';

/** What only the main thread knows. */
export interface MachineFacts {
  /** What the probes of the health pages have found. */
  readonly components: readonly ComponentHealth[];
  readonly room: DiskRoom;
  readonly load: Load;
  /** The dates of the own authority. */
  readonly authority: Finding | undefined;
}

const LISTENERS = ['bssci', 'scaci', 'gateway'];

/** What alerts see of the service center itself: the findings of the health pages, in their words. @param at milliseconds */
export function machineLevels({ components, room, load, authority }: MachineFacts, at: number): Observation[] {
  const see = (
    rule: RuleName,
    id: string,
    level: number,
    finding: Finding | undefined,
    limits?: readonly number[],
  ): Observation => {
    const source = { type: 'service_center', id, org: null } as const;
    const { text, todo } = finding ?? {};
    const data = text === undefined || todo === undefined ? {} : { text, todo };
    return { rule, source, at, level, data, ...(limits && { limits }) };
  };
  const all = components.flatMap(({ findings }) => findings);
  const wrong = (check: string) => all.find(finding => finding.check === check && finding.level !== 'ok');
  const seen: Observation[] = [];
  for (const { name, findings } of components) {
    if (!LISTENERS.includes(name)) continue;
    const dates = findings.find(({ daysLeft }) => daysLeft !== undefined);
    const down = findings.find(each => isDown(each));
    seen.push(see('listener', name, down ? 1 : 0, down));
    if (dates?.daysLeft !== undefined) seen.push(see('certificate_server', name, dates.daysLeft, dates));
    // The service renews it by itself, and in time.
    else if (findings.some(({ check, level }) => check === 'certificate' && level === 'ok')) {
      const source = { type: 'service_center', id: name, org: null } as const;
      seen.push({ rule: 'certificate_server', source, at, over: true });
    }
  }
  if (authority?.daysLeft !== undefined) seen.push(see('certificate_ca', 'ca', authority.daysLeft, authority));
  const storage = wrong('storage');
  seen.push(see('storage', '', room.freeMb, storage, room.limitsMb));
  for (const rule of ['backup', 'clock'] as const) {
    const finding = wrong(rule);
    seen.push(see(rule, '', finding ? 1 : 0, finding));
  }
  seen.push(see('overload', '', overloadLevel(load), wrong('overload')));
  return seen;
}

/** A listener takes no client, or shows what no client accepts; dates have a rule of their own. */
function isDown({ check, level, daysLeft }: Finding): boolean {
  return level === 'fail' && (check === 'listener' || (check === 'certificate' && daysLeft === undefined));
}
