import type { Group } from '../rest/define.ts';
import { profile } from '../rest/profile/rows.ts';
import { rules } from '../rest/rules/rows.ts';
import type { RunningCenter } from './groups.ts';

/** Every group of the public API, each with what it works on. */
export function restGroups({ store, clock }: RunningCenter): readonly Group[] {
  return [profile(), rules({ store, clock })];
}
