import { type FaultData, fault, faultToData } from '../../kit/faults/faults.ts';

import { nameKey } from '../../kit/name-key.ts';
import type { ImportEntry } from './import.ts';

/** What importing a file would do, the files before it imported. */
export type Planned =
  | {
      readonly outcome: 'create';
      readonly newManufacturer: boolean;
      readonly newModel: boolean;
      readonly isDefault: boolean;
    }
  | { readonly outcome: 'there' }
  | { readonly outcome: 'refused'; readonly refused: FaultData };

interface Named {
  readonly name: string;
  readonly code: string;
}
interface Model {
  readonly named: Named;
  /** Checksums by version. */
  readonly versions: Map<string, string>;
}

const numeric = new Intl.Collator('en', { numeric: true });

/**
 * In which order files are imported: the first blueprint of a model becomes its default, so what calls itself one goes first, and of
 * several the one whose version looks newest. Models stay in the order in which they were given.
 */
export function importOrder<T extends Pick<ImportEntry, 'manufacturer' | 'model' | 'isDefault' | 'version'>>(
  files: readonly T[],
): T[] {
  const models = new Map<string, T[]>();
  for (const file of files) {
    const key = `${file.manufacturer.code}/${file.model.code}`;
    models.set(key, [...(models.get(key) ?? []), file]);
  }
  return [...models.values()].flatMap(versions =>
    versions.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || numeric.compare(b.version, a.version)),
  );
}

/** Says for one file after the other what importing them would do, without doing it. */
export function importPlan(): (file: ImportEntry) => Planned {
  const makers: { named: Named; models: Model[] }[] = [];
  const owners = new Map<string, Model>();

  return file => {
    const { place, manufacturer, model: named, version, checksum, typeEui } = file;
    const maker = found(makers, each => each.named, manufacturer) ?? added(makers, { named: manufacturer, models: [] });
    const planned = found(maker.models, each => each.named, named);
    const before = planned?.versions.get(version);
    if (before === checksum || (place.blueprint !== undefined && !place.differs)) return { outcome: 'there' };
    if (before !== undefined || place.differs) return refusal(fault('BlueprintVersionExists', { version }));
    const owner = owners.get(typeEui);
    if (place.typeEuiTaken || (owner !== undefined && owner !== planned)) {
      return refusal(fault('TypeEUIExists', { type_eui: typeEui }));
    }
    const model = planned ?? added(maker.models, { named, versions: new Map<string, string>() });
    const first = model.versions.size === 0;
    model.versions.set(version, checksum);
    if (typeEui !== '') owners.set(typeEui, model);
    return {
      outcome: 'create',
      newManufacturer: place.manufacturer === undefined && first && maker.models.length === 1,
      newModel: place.model === undefined && first,
      isDefault: !place.hasDefault && first,
    };
  };
}

/** By its code, else by its name, as the catalog finds it. */
function found<T>(all: readonly T[], namedOf: (each: T) => Named, { name, code }: Named): T | undefined {
  return (
    all.find(each => namedOf(each).code === code) ?? all.find(each => nameKey(namedOf(each).name) === nameKey(name))
  );
}

function added<T>(all: T[], one: T): T {
  all.push(one);
  return one;
}

function refusal(refused: Parameters<typeof faultToData>[0]): Planned {
  return { outcome: 'refused', refused: faultToData(refused) };
}
