// The six steps of the first hour, computed from what is there.

export const STEPS = ['station', 'endpoint', 'values', 'deliver', 'mail', 'backup'] as const;
export type Step = (typeof STEPS)[number];

export interface Progress {
  stationsConnected: number;
  endpoints: number;
  decodedMessages: number;
  delivered: number;
  mailTested: boolean;
  backupTaken: boolean;
}

/** Which steps are done. */
export function stepsDone(progress: Progress): Readonly<Record<Step, boolean>> {
  return {
    station: progress.stationsConnected > 0,
    endpoint: progress.endpoints > 0,
    values: progress.decodedMessages > 0,
    deliver: progress.delivered > 0,
    mail: progress.mailTested,
    backup: progress.backupTaken,
  };
}
