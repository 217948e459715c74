/** What the server tells in English, in another language: by type of event and by rule of alerts. What is not in it is shown as it came. */
export interface Told {
  events: Readonly<Record<string, string>>;
  alerts: Readonly<Record<string, { title: string; todo: string }>>;
}
