import { alertChecks } from './alerts.ts';
import { auditChecks } from './audit.ts';
import { certificateChecks } from './certificates.ts';
import { dataChecks } from './data.ts';
import type { Check } from './examine.ts';
import { fileChecks } from './files.ts';
import { machineChecks } from './machine.ts';
import { packageChecks } from './package.ts';
import { portChecks } from './ports.ts';
import { settingChecks } from './settings.ts';

/** Everything that `doctor` checks, in the order of its lines. */
export const checks: readonly Check[] = [
  ...settingChecks,
  ...portChecks,
  ...fileChecks,
  ...machineChecks,
  ...packageChecks,
  ...certificateChecks,
  ...dataChecks,
  ...auditChecks,
  ...alertChecks,
];
