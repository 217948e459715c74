import { type Eui, parseEui } from '../../kit/eui.ts';
import { sentenceOf } from '../../kit/faults/fault-sentences.ts';
import { catalog, type FaultAbout, type FaultName } from '../../kit/faults/faults.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { newBaseStation } from '../../rpc/base-stations/base-stations.ts';
import { newEndpoint } from '../../rpc/endpoints/endpoints.ts';
import { BadInput, type Input, readInput } from '../../rpc/input.ts';
import { type Calls, everyPage } from '../box.ts';
import { type Column, camel, DEVICE_MODEL, endpointColumns, type JsonRow, snake, stationColumns } from './columns.ts';

/** What is registered, listed and removed: base stations or endpoints. */
export interface Noun {
  readonly command: 'base-stations' | 'endpoints';
  readonly one: string;
  readonly many: string;
  /** Its EUI in the JSON of the API. */
  readonly key: 'bsEui' | 'epEui';
  readonly columns: readonly Column[];
  /** Of `list`, with the fields that it shows. */
  readonly shown: readonly (readonly [heading: string, field: string])[];
  /** An EUI and options for the examples of the help. */
  readonly example: { readonly eui: string; readonly options: string; readonly csv: string };
  list(calls: Calls, filter: { readonly search?: string; readonly euis?: readonly Eui[] }): Promise<JsonRow[]>;
  get(calls: Calls, eui: Eui): Promise<JsonRow>;
  create(calls: Calls, row: JsonRow): Promise<JsonRow>;
  /** @param mask fields that change; one that the row has not is cleared */
  update(calls: Calls, row: JsonRow, mask: readonly string[]): Promise<JsonRow>;
  remove(calls: Calls, eui: Eui): Promise<unknown>;
  /** What the service would refuse of a new row, by itself: sentences that name columns. */
  mistakes(row: JsonRow): string[];
}

const PAGE = 1000;

export const endpoints: Noun = {
  command: 'endpoints',
  one: 'endpoint',
  many: 'endpoints',
  key: 'epEui',
  columns: endpointColumns,
  shown: [
    ['EUI', 'epEui'],
    ['name', 'name'],
    ['class', 'epClass'],
    ['status', 'status'],
    ['attached', 'attachStatus'],
    ['last seen', 'lastSeenAt'],
  ],
  example: {
    eui: 'fe0000000000e101',
    options: '--name meter --class A',
    csv: 'eui,name,class,network_key,tags',
  },
  list: ({ call }, { search, euis = [] }) =>
    everyPage(
      pageToken => call('ListEndPoints', { pageSize: PAGE, pageToken, search, epEuis: euis, orderBy: 'ep_eui' }),
      page => page.endpoints as unknown as JsonRow[],
    ),
  get: async ({ call }, epEui) => ({ ...(await call('GetEndPoint', { epEui })) }),
  create: async ({ call }, endpoint) => ({ ...(await call('CreateEndPoint', { endpoint })) }),
  update: async ({ call }, endpoint, mask) => ({
    ...(await call('UpdateEndPoint', { endpoint, updateMask: mask.join() })),
  }),
  remove: ({ call }, epEui) => call('DeleteEndPoint', { epEui }),
  mistakes: row => mistakesOf(newEndpoint, 'endpoint', row, endpointColumns),
};

export const baseStations: Noun = {
  command: 'base-stations',
  one: 'base station',
  many: 'base stations',
  key: 'bsEui',
  columns: stationColumns,
  shown: [
    ['EUI', 'bsEui'],
    ['name', 'name'],
    ['status', 'status'],
    ['certificate', 'certificateStatus'],
    ['last seen', 'lastSeenAt'],
  ],
  example: { eui: '70b3d59cd0000001', options: '--name roof', csv: 'eui,name,latitude,longitude,tags' },
  async list({ call }, { search, euis }) {
    const all = await everyPage(
      pageToken => call('ListBaseStations', { pageSize: PAGE, pageToken, search, orderBy: 'bs_eui' }),
      page => page.baseStations as unknown as JsonRow[],
    );
    return euis ? all.filter(({ bsEui }) => euis.includes(bsEui as Eui)) : all;
  },
  get: async ({ call }, bsEui) => ({ ...(await call('GetBaseStation', { bsEui })) }),
  create: async ({ call }, baseStation) => ({ ...(await call('CreateBaseStation', { baseStation })) }),
  update: async ({ call }, baseStation, mask) => ({
    ...(await call('UpdateBaseStation', { baseStation, updateMask: mask.join() })),
  }),
  remove: ({ call }, bsEui) => call('DeleteBaseStation', { bsEui }),
  mistakes: row => mistakesOf(newBaseStation, 'base_station', row, stationColumns),
};

/** The checks of the RPC itself. */
function mistakesOf<W>(input: Input<W, unknown>, resource: string, row: JsonRow, columns: readonly Column[]): string[] {
  const tokens = { seal: () => '', open: () => [] };
  const context = { method: '', org: '', tokens, nowMs: systemClock.now() };
  const wire = Object.fromEntries(Object.entries(row).map(([field, value]) => [snake(field), value]));
  try {
    readInput(input, { [resource]: wire } as W, context as never, [resource]);
    return [];
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const { violations, fault, about } = error;
    return (violations.length > 0 ? violations : [{ fault, about }]).map(each => sentenceFor(each, columns));
  }
}

/** In the words of the table: it has no field `endpoint.nwk_key`. */
function sentenceFor({ fault, about }: { fault: FaultName; about: FaultAbout }, columns: readonly Column[]): string {
  const field =
    String(about.field ?? '')
      .split('.')
      .at(-1) ?? '';
  const column = columns.find(each => snake(each.field) === field);
  return sentenceOf(fault, catalog[fault].text, column ? { ...about, field: column.name } : about);
}

/** What was given, as the row of the API: names of columns with their texts. @throws Error that names what is wrong */
export function rowOf(
  noun: Noun,
  eui: string,
  given: ReadonlyMap<string, string>,
  models: readonly Model[],
): { readonly row: JsonRow; readonly mask: readonly string[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const parsed = parseEui(eui);
  if (parsed === undefined) problems.push('eui is no EUI, which has 16 hex digits and is not all zero');
  const row: Record<string, unknown> = { [noun.key]: parsed ?? eui };
  const mask: string[] = [];
  for (const { name, field, read } of noun.columns) {
    const text = given.get(name);
    if (text === undefined) continue;
    try {
      row[field] = name === DEVICE_MODEL ? modelOf(text, models) : read(text);
      mask.push(snake(field));
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
    }
  }
  // What stands beside a wrong EUI is looked at all the same.
  problems.push(...noun.mistakes({ ...row, [noun.key]: parsed ?? noun.example.eui }));
  return { row, mask, problems };
}

/** A device model of the catalog, as far as it can be named. */
export interface Model {
  readonly id: string;
  readonly name: string;
}

/** Every device model, where one is named. */
export async function modelsFor(calls: Calls, named: boolean): Promise<readonly Model[]> {
  if (!named) return [];
  return everyPage(
    pageToken => calls.call('ListDeviceModels', { pageSize: 100, pageToken }),
    ({ deviceModels }) => deviceModels,
  );
}

/** By its id, the end of one, or its name. Empty: none. */
function modelOf(text: string, models: readonly Model[]): string {
  if (text === '') return '';
  const id = parseUuid(text);
  const named = models.filter(model => model.name === text);
  const meant = named.length > 0 ? named : models.filter(model => model.id.endsWith(id ?? text.toLowerCase()));
  const [one] = meant;
  if (one === undefined) throw new Error(`names no device model, ${text}: see waystation device-models list`);
  if (meant.length > 1) throw new Error(`names several device models, ${text}: give the id of one`);
  return one.id;
}

/** The option of a column, as commander stores it. */
export function optionOf({ name }: Column): string {
  return camel(name);
}
