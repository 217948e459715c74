import { existsSync } from 'node:fs';
import { engineOf } from '../../database/driver.ts';
import { troubleText } from '../../domain/event/audit-check.ts';
import { fail, ok, type Verdict, warn } from '../../kit/faults/finding.ts';
import { checkAudit } from '../../upkeep/audit-file.ts';
import type { Check } from './examine.ts';

/** As long as a person waits for a line; what does not fit is left to `database check`. */
const AUDIT_MS = 4000;

export const auditChecks: readonly Check[] = [
  {
    name: 'audit',
    run({ config: { store }, clock }): Verdict | readonly Verdict[] {
      if (!existsSync(store.path)) return ok('begins with the first start');
      const looked = checkAudit(store.path, engineOf(store.engine), clock, AUDIT_MS);
      if (!looked) return ok('begins with the next start of this release');
      const { rows, chains, troubles, all } = looked;
      if (troubles.length === 0) {
        const so = `${rows} events in ${chains} chains are as they were stored`;
        return ok(all ? so : `the first ${so}; database check reads all`);
      }
      return troubles.map(trouble =>
        trouble.notedAt === undefined
          ? fail(
              troubleText(trouble),
              'compare with an exported audit or a backup: somebody has written to the database',
            )
          : warn(troubleText(trouble), 'nothing to be done: the database was damaged then, and went on'),
      );
    },
  },
];
