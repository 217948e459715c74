import type { Db } from '../../database/driver.ts';

/**
 * Whose integrations get what is of the whole installation: those of the default organization, where its operator looks. Where people
 * sign in, no integrations: then it is for server administrators, which the readers of an organization need not be (events section 1).
 */
export function installationReaders(db: Db, signIn: boolean) {
  const isDefault = db.prepare('SELECT is_default FROM organization WHERE id = ?');
  const defaultOrg = db.prepare('SELECT id FROM organization WHERE is_default = 1');

  return {
    /** Whether an organization is the one. */
    reads(org: number): boolean {
      if (signIn) return false;
      const { is_default } = (isDefault.get(org) as { is_default: number } | undefined) ?? { is_default: 0 };
      return is_default !== 0;
    },

    /** Row id of the organization; undefined: there is none. */
    org: (): number | undefined => (signIn ? undefined : (defaultOrg.get() as { id: number } | undefined)?.id),
  };
}
export type InstallationReaders = ReturnType<typeof installationReaders>;
