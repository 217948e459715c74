/**
 * What the server tells in English, in another language: by type of event, by rule of alerts and by what a finding is about. What is not in
 * it is shown as it came.
 */
export interface Told {
  events: Readonly<Record<string, string>>;
  alerts: Readonly<Record<string, { title: string; todo: string }>>;
  /** By what was looked at. `about` names which one, where there are several; `days` are left of a certificate. */
  findings: Readonly<Record<string, { title: (found: { about?: string; days?: string }) => string; todo: string }>>;
}
