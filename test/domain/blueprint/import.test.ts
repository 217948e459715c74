import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { Editor } from '../../../src/domain/blueprint/catalog.ts';
import { readCatalogFile } from '../../../src/domain/blueprint/catalog-file.ts';
import { importOrder, importPlan } from '../../../src/domain/blueprint/import-plan.ts';
import { domain } from '../../../src/domain/domain.ts';
import { Fault } from '../../../src/kit/faults/faults.ts';
import { openEmpty } from '../database.ts';

const BY: Editor = { now: 1, userId: 'u', userEmail: 'u@localhost', actor: 'u', org: 1, administrator: true };

function aDomain(t: Test, name: string) {
  const db = openEmpty(join(t.testdirName, `${name}.db`));
  const stores = domain(db);
  stores.installation.establish({}, '0192f000-0000-7000-8000-000000000001', 1);
  return { db, stores };
}

interface Given {
  readonly maker: number;
  readonly model: number;
  readonly version: number;
  readonly type: number;
  readonly unit: number;
  readonly isDefault: boolean;
  readonly spelling: boolean;
}

/** Few of everything, so that files meet. */
const files = fc.array(
  fc.record<Given>({
    maker: fc.nat(1),
    model: fc.nat(2),
    version: fc.nat(2),
    type: fc.nat(3),
    unit: fc.nat(1),
    isDefault: fc.boolean(),
    spelling: fc.boolean(),
  }),
  { maxLength: 8 },
);

function textOf({ maker, model, version, type, unit, isDefault, spelling }: Given): string {
  const name = `Model ${model}`;
  const typeEui = type === 3 ? '0000000000000000' : `70b3d56770ff000${type}`;
  return JSON.stringify({
    manufacturer_name: spelling ? `MAKER ${maker}` : `Maker ${maker}`,
    device_model_name: spelling ? name.toUpperCase() : name,
    // The same model by its name, although the codes differ.
    device_model_code: `m-${model}${spelling ? '-x' : ''}`,
    version: `1.${version}`,
    is_default: isDefault,
    spec: { version: '1', typeEui, uplink: [{ payload: [{ name: 'a', size: 8, type: 'uint', unit: `u${unit}` }] }] },
  });
}

/** What an organization has under a version of its own, and what all have, may both be in one pile of files. */
const ONE: Given = { maker: 0, model: 0, version: 1, type: 3, unit: 0, isDefault: false, spelling: false };

t.test('what a plan says is what an import then does', async t => {
  t.testdir();
  let at = 0;
  const seen = new Map<string, number>();
  const imported = ({ stores, db }: ReturnType<typeof aDomain>, given: readonly Given[], system: boolean) => {
    const texts = given.map(textOf);
    const looked = texts.map((text, index) => ({ ...stores.catalogImport.look(text, system ? null : 1), index }));
    const next = importPlan();
    const planned = importOrder(looked).map(file => ({ file, plan: next(file) }));
    for (const { file, plan } of planned) {
      const read = readCatalogFile(texts[file.index] ?? '');
      let done: string;
      try {
        const { created, manufacturer, model, isDefault } = db.atomic(() =>
          stores.catalogImport.insert(read, system, BY),
        );
        done = created ? `create ${manufacturer === undefined} ${model === undefined} ${isDefault}` : 'there';
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        done = error.fault;
      }
      const said =
        plan.outcome === 'create'
          ? `create ${plan.newManufacturer} ${plan.newModel} ${plan.isDefault}`
          : plan.outcome === 'refused'
            ? plan.refused.fault
            : plan.outcome;
      seen.set(said, (seen.get(said) ?? 0) + 1);
      if (said !== done) throw new Error(`planned ${said}, done ${done}: ${texts[file.index]}`);
    }
  };
  fc.assert(
    fc.property(files, files, fc.boolean(), fc.boolean(), (before, after, first, second) => {
      const box = aDomain(t, `box-${at++}`);
      try {
        imported(box, before, first);
        imported(box, after, second);
      } finally {
        box.db.close();
      }
    }),
    { numRuns: 40, examples: [[[ONE], [{ ...ONE, type: 0 }, ONE], true, false]] },
  );
  t.ok(seen.size >= 6, JSON.stringify([...seen]));
});

t.test('a file says whose blueprint it holds, or is refused for what is missing', async t => {
  const spec = { version: '1', typeEui: '70b3d56770ff0001', uplink: [{ payload: [] }] };
  const refusal = (document: object): string => {
    try {
      const { manufacturer, model, version } = readCatalogFile(JSON.stringify(document));
      return `${manufacturer.name} (${manufacturer.code}) ${model.name} (${model.code}) ${version}`;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return `${error.fault} ${error.about.field}`;
    }
  };
  const named = { manufacturer_name: 'M', device_model_name: 'S', spec };
  for (const [document, found] of [
    [named, 'M (m) S (s) 1'],
    [{ ...named, version: '2.0', device_model_code: 'code-9' }, 'M (m) S (code-9) 2.0'],
    [{ spec: { ...spec, meta: { vendor: ' Ada & Co ', name: 'X 1' } } }, 'Ada & Co (ada-co) X 1 (x-1) 1'],
    [{ ...named, device_model_code: 'Not A Code' }, 'InvalidCode device_model_code'],
    [{ ...named, device_model_code: '../../etc' }, 'InvalidCode device_model_code'],
    [{ ...named, manufacturer_name: '???' }, 'InvalidCode manufacturer_name'],
    [{ ...named, manufacturer_name: 'a\u202eb' }, 'InvalidArgument manufacturer_name or meta.vendor'],
    [{ ...named, device_model_name: 'x'.repeat(129) }, 'FieldTooLong device_model_name or meta.name'],
    [{ ...named, version: '../1' }, 'InvalidBlueprintVersion version'],
    [{ ...named, type_eui: '70b3d56770ff0002' }, 'InvalidTypeEUI type_eui of the envelope'],
    [{ device_model_name: 'S', spec }, 'NameRequired manufacturer_name or meta.vendor'],
    [{ ...spec, meta: { vendor: 'M', name: 7 } }, 'NameRequired device_model_name or meta.name'],
  ] as const) {
    t.equal(refusal(document), found);
  }
});

t.test('only a server administrator imports rows of the system', async t => {
  t.testdir();
  const { stores, db } = aDomain(t, 'box');
  t.teardown(() => db.close());
  const file = readCatalogFile(
    textOf({ maker: 1, model: 1, version: 1, type: 1, unit: 1, isDefault: true, spelling: false }),
  );
  t.throws(() => stores.catalogImport.insert(file, true, { ...BY, administrator: false }), /SystemCatalogProtected/);
  t.match(stores.catalogImport.insert(file, false, { ...BY, administrator: false }), { created: true });
});
