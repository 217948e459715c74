import type { Call } from '../call/define.ts';

/** An organization as clients see it; times in milliseconds. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly endpoints: number;
  readonly baseStations: number;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface OrganizationChanges {
  readonly name?: string;
  readonly description?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface Organizations {
  find(id: string): OrganizationRow | undefined;
  /** Resolves to the row as it is after the commit. */
  update(id: string, changes: OrganizationChanges, call: Call): Promise<OrganizationRow>;
}
