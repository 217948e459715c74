import { ok, warn } from '../../kit/faults/finding.ts';
import type { Check } from './examine.ts';

export const packageChecks: readonly Check[] = [
  {
    name: 'package',
    run({ debianPackage, version }) {
      if (debianPackage === undefined) return ok('what is installed is what runs');
      const debian = version.replace('-', '~');
      return warn(
        `dpkg has ${debianPackage} as installed, and ${version} runs`,
        `waystation update status says why; \`apt install --reinstall waystation\` tries it again, \`apt install waystation=${debian}\` has dpkg agree with what runs`,
      );
    },
  },
];
