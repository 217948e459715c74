import { canonicalJson } from '../../kit/canonical-json.ts';
import { fault } from '../../kit/faults/faults.ts';

/** Plain JSON as a client gives it. */
export type Configuration = Readonly<Record<string, unknown>>;

/** UTF-8 bytes of a stored configuration. */
const MAX_BYTES = 65_536;

/** One level deep: what is null is removed. What says the same as before is as it was written before. */
export function merged(before: Configuration, patch: Configuration): Configuration {
  const said = new Map(Object.entries(patch));
  const kept = Object.entries(before).map(([key, value]): [string, unknown] => {
    const given = said.get(key);
    return [key, !said.has(key) || canonicalJson(given) === canonicalJson(value) ? value : given];
  });
  const added = [...said].filter(([key]) => !Object.hasOwn(before, key));
  return Object.fromEntries([...kept, ...added].filter(([, value]) => value !== null));
}

/** As it is stored. @throws fault `FieldTooLong` for one of more than 64 KiB */
export function configurationText(json: Configuration): string {
  const text = JSON.stringify(json);
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  throw fault('FieldTooLong', { field: 'device.physical_device.configuration', limit: MAX_BYTES });
}
