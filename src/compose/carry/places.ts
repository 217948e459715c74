import { join } from 'node:path';
import { serviceFolder } from '../../update/machine/layout.ts';

/** What was acknowledged in a trial. */
export const carryPath = (dataDir: string): string => join(serviceFolder(dataDir), 'carry');
/** Of the copy of the database on which a trial is run. */
export const trialFolder = (dataDir: string): string => join(serviceFolder(dataDir), 'trial');
