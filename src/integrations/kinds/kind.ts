import type { Integration } from '../../domain/integration/integration-records.ts';
import type { Kind } from '../driver.ts';
import { type Target, targetOf } from '../target.ts';
import type { TlsSettings } from './pem.ts';
import type { SettingsTable } from './table.ts';

/** A target that takes one item at a time. */
export const SINGLE = { items: 1, waitMs: 0 };
/** What a kill repeats at most. */
export const AHEAD = 256;

/** A kind of target as its file says it: how it is set up, and what the engine must know of it. */
export interface KindParts<Settings extends object> extends Pick<Kind<Settings>, 'window' | 'ahead' | 'batch'> {
  readonly settings: SettingsTable<Settings>;
}

type Row = Pick<Integration, 'settings'>;

/** The row of a kind. @param load its driver, with the first integration of the kind */
export function kind<Settings extends TlsSettings>(
  name: string,
  parts: KindParts<Settings>,
  load: Kind<Settings>['load'],
) {
  const row: Kind<Settings> = { name, ...parts, load };
  return {
    ...row,
    settings: parts.settings,
    /** Where an integration delivers to. @param secrets opened, for each connection anew */
    target(integration: Row, secrets: () => Readonly<Record<string, unknown>>): Target {
      const texts = () => Object.values(secrets()).filter(value => typeof value === 'string');
      return targetOf(row, () => parts.settings.opened(integration.settings, secrets()), texts);
    },
  };
}
