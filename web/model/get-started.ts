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

/** A step whose page is not there yet: the command line does it. */
export type GuidedStep = 'deliver' | 'mail';

export interface Guide {
  /** For the settings file, as YAML. */
  settings?: string;
  command: string;
  /** Name of the document below `docs`, where both stand. */
  document: string;
}

export const GUIDES: Readonly<Record<GuidedStep, Guide>> = {
  deliver: {
    settings: 'mqtt:\n  broker:\n    enabled: true',
    command: `echo '{"kind":"mqtt","name":"Box","mqtt":{"brokerUrl":"embedded://","enableCommands":true}}' | sudo waystation integrations add -`,
    document: 'integrations.md',
  },
  mail: {
    settings:
      'alerts:\n  email:\n    host: smtp.example.org\n    username: box@example.org\n    password_file: /etc/waystation/smtp-password\n    from: box@example.org\n    to: [operator@example.org]',
    command: 'sudo waystation alerts test',
    document: 'appliance.md',
  },
};

export function isGuided(step: string): step is GuidedStep {
  return Object.hasOwn(GUIDES, step);
}
