import type { Editor } from '../../../src/domain/blueprint/catalog.ts';
import type { NewModelWithBlueprint } from '../../../src/domain/blueprint/changes.ts';
import { checkDocument } from '../../../src/domain/blueprint/documents.ts';
import { T0, type TestLog } from '../message/log-store.ts';

export const EDITOR: Editor = {
  org: 1,
  administrator: true,
  now: T0,
  actor: 'test',
  userId: undefined,
  userEmail: undefined,
};

/** A byte as a number, times a factor; format 1 is encrypted, format 2 wants a calibration value. */
export const spec = (factor = 1, typeEui = '70b3d56770ff0001') =>
  JSON.stringify({
    version: `f${factor}`,
    typeEui,
    uplink: [
      { payload: [{ name: 'value', size: 8, type: 'uint', func: `$*${factor}`, unit: 'V' }] },
      { id: 1, crypto: 1, payload: [] },
      { id: 2, payload: [{ name: 'value', size: 8, type: 'uint', func: '$*$calibration.gain' }] },
    ],
  });

const checked = (text: string) => ({ text, facts: checkDocument(text) });

/** A device model with a default blueprint, as the catalog takes them. */
export function newModel(name: string, text: string, system = false): NewModelWithBlueprint {
  const manufacturer = {
    ...{ name: `Maker of ${name}`, code: undefined, description: '', website: '', contact_email: '', system },
  };
  const model = {
    ...{
      name,
      code: undefined,
      type_eui: null,
      description: '',
      datasheet_url: '',
      ep_class: '',
      uplink_interval_s: 0,
      system,
    },
  };
  const blueprint = { name: '', version: 'first', description: '', document: checked(text) };
  return { manufacturer, model, blueprint };
}

/** @returns the uuids of a new device model and its default blueprint */
export function addModel(log: TestLog, name = 'Meter', text = spec()): { model: string; blueprint: string } {
  return log.stores.blueprints.insertWithModel(newModel(name, text), EDITOR);
}

/** Another version for the model. @returns its uuid */
export function addVersion(log: TestLog, model: string, text: string, isDefault = false): string {
  const blueprint = { name: '', version: String(Math.random()), description: '', isDefault, document: checked(text) };
  return log.stores.blueprints.insert({ ...blueprint, model }, EDITOR);
}

/** What endpoints are, before anything was heard of them. */
export function assign(
  { db }: TestLog,
  endpoint: number,
  { model = null, pin = null, typeEui = null, calibration = null }: Record<string, string | null>,
): void {
  db.prepare('UPDATE endpoint SET device_model = ?, blueprint = ?, type_eui = ?, calibration = ? WHERE id = ?').run(
    ...[model, pin, typeEui, calibration, endpoint],
  );
}

export interface Decoded {
  readonly seq: number;
  readonly status: string;
  readonly error: string;
  readonly value: unknown;
}

/** The messages as they are stored and shown. */
export function shown({ stores }: TestLog, after = 0): Decoded[] {
  return stores.messages.after(after, 1000).map(message => {
    const { status, error, values } = stores.messages.decoded(message);
    return { seq: message.seq, status, error, value: values?.get('value') };
  });
}
