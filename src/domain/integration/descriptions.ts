import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import { choiceOf } from './filter.ts';
import type { ItemReader } from './integration-records.ts';

/** What targets that describe endpoints say of one. */
export interface EndpointDescription {
  readonly epEui: Eui;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Names; empty: not known. */
  readonly manufacturer: string;
  readonly deviceModel: string;
  readonly uplinkIntervalSeconds: number | undefined;
}

interface Row {
  eui: Eui;
  name: string;
  tags: string;
  model_id: string | null;
  model: string | null;
  manufacturer: string | null;
  uplink_interval_s: number;
}

/** Endpoints that are looked at in one go where a filter lets few of them through. */
const MOST_ROWS = 1000;

/** Endpoints as integrations describe them: those of its organization that pass its filter. */
export function descriptionReader(db: Db) {
  const select = `SELECT e.eui, e.name, e.tags, e.device_model AS model_id, m.name AS model, f.name AS manufacturer, e.uplink_interval_s
    FROM endpoint e LEFT JOIN device_model m ON m.uuid = e.device_model LEFT JOIN manufacturer f ON f.id = m.manufacturer
    WHERE e.org = ? AND e.deleted_at IS NULL`;
  const after = db.prepare(`${select} AND e.eui > ? ORDER BY e.eui LIMIT ?`);
  const one = db.prepare(`${select} AND e.eui = ?`);

  const described = ({ filter }: ItemReader) => {
    const choice = choiceOf(filter);
    return (row: Row): EndpointDescription | undefined => {
      const tags = JSON.parse(row.tags) as Record<string, string>;
      if (!choice.passes({ epEui: row.eui, model: row.model_id, tags })) return undefined;
      return {
        ...{ epEui: row.eui, name: row.name, tags },
        ...{ manufacturer: row.manufacturer ?? '', deviceModel: row.model ?? '' },
        uplinkIntervalSeconds: row.uplink_interval_s || undefined,
      };
    };
  };

  return {
    /** In pages by EUI; an empty page is the last one. */
    describedAfter(reader: ItemReader, epEui: Eui | undefined, limit: number): readonly EndpointDescription[] {
      const describe = described(reader);
      const found: EndpointDescription[] = [];
      for (let from: string = epEui ?? ''; found.length < limit; ) {
        const rows = after.all(reader.org, from, MOST_ROWS) as Row[];
        found.push(...rows.flatMap(row => describe(row) ?? []));
        const last = rows.at(-1);
        if (!last || rows.length < MOST_ROWS) break;
        from = last.eui;
      }
      return found.slice(0, limit);
    },

    described(reader: ItemReader, epEui: Eui): EndpointDescription | undefined {
      const row = one.get(reader.org, epEui) as Row | undefined;
      return row && described(reader)(row);
    },
  };
}
