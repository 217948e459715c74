import { cleaned } from '../../kit/printable.ts';

/** A row of the API in its JSON. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** What a person gives of a station or sensor: an option of `add` and `set`, and a column of a CSV file. */
export interface Column {
  /** `network_key`; as an option `--network-key`. */
  readonly name: string;
  /** Of the API, in its JSON. */
  readonly field: string;
  readonly about: string;
  /** What stands for a value in the help. */
  readonly value: string;
  /** @throws Error that says what it has to be */
  read(text: string): unknown;
  /** Never on the command line, and in no export. */
  readonly secret?: true;
}

const asIs = (text: string) => text;

function flag(text: string): boolean {
  const word = text.toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  if (['', 'no', 'false', '0'].includes(word)) return false;
  throw new Error('has to be yes or no');
}

/** Empty: none. */
function number(text: string): number | undefined {
  if (text === '') return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error('has to be a number');
  return value;
}

function whole(text: string): number {
  const value = number(text) ?? 0;
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('has to be a whole number');
  return value;
}

function tags(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(';').filter(pair => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map(pair => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error('have to be like site=north;floor=2');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

const text = (name: string, about: string, value = 'text', field = camel(name)): Column => {
  return { name, field, about, value, read: asIs };
};

const name = text('name', 'for people');
const described: readonly Column[] = [
  text('description', 'for people'),
  { ...text('latitude', 'degrees north', 'degrees'), read: number },
  { ...text('longitude', 'degrees east', 'degrees'), read: number },
  { ...text('altitude', 'metres', 'metres'), read: number },
  { ...text('tags', 'such as site=north;floor=2', 'tags'), read: tags },
];

export const stationColumns: readonly Column[] = [
  name,
  { ...text('disabled', 'yes: it may not connect', 'yes|no'), read: flag },
  ...described,
];

/** Its value may also be a name, which `noun.ts` looks up. */
export const DEVICE_MODEL = 'device_model';

export const endpointColumns: readonly Column[] = [
  name,
  text('class', 'A: it listens after its uplinks; Z: it only sends', 'A|Z', 'epClass'),
  { ...text('network_key', 'of its maker, 32 hex digits', 'key', 'nwkKey'), secret: true },
  text('type_eui', 'of its kind: leads to the blueprint that decodes it', 'eui'),
  text(DEVICE_MODEL, 'its name or id, as device-models list shows it', 'model', 'deviceModelId'),
  { ...text('interval', 'seconds between its uplinks', 'seconds', 'uplinkIntervalSeconds'), read: whole },
  { ...text('suspended', 'yes: what it sends is not taken', 'yes|no'), read: flag },
  ...described,
];

/** `nwk_key` to `nwkKey`. */
export function camel(snake: string): string {
  return snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `nwkKey` to `nwk_key`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

/** A value as it stands in a file, a table or a line. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  if (value === true) return 'yes';
  if (Array.isArray(value)) return value.map(valueText).join(' ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([key, of]) => `${key}=${valueText(of)}`)
    .join(';');
}

/** A row with everything that is said of it, a line each. */
export function rowLines(row: JsonRow): string[] {
  const said = Object.entries(row)
    .map(([field, value]) => [snake(field).replaceAll('_', ' '), valueText(value)] as const)
    .filter(([, value]) => value !== '');
  const width = Math.max(0, ...said.map(([field]) => field.length));
  return said.map(([field, value]) => cleaned(`${field.padEnd(width)}  ${value}`));
}
