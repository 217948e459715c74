import type { FieldsAt, Values } from '../../../src/domain/integration/kind-settings.ts';
import type { SettingsTable } from '../../../src/integrations/kinds/table.ts';
import { Fault, type FaultAbout, fault } from '../../../src/kit/faults/faults.ts';
import { momentAt } from '../../peers/time.ts';

export const NOW = Date.UTC(2026, 10, 20);

/** Settings as the API gives them: what is empty there is left out here. */
export type Wire = Readonly<Record<string, unknown>>;

/** What is refused is thrown, with the name of its field. */
export const at: FieldsAt = wire => ({
  refuse(_step, name, about = {}) {
    throw fault(name, { field: wire, ...about });
  },
});

/** Settings by what the API gives, on top of those that are kept. */
export function given<S extends object>(table: SettingsTable<S>, wire: Wire, kept = table.opened({}, {})): S {
  const values: Values = Object.fromEntries(
    Object.entries(wire).map(([name, value]) => {
      const field = table.fields.get(name);
      if (!field) throw new Error(`no field ${name}`);
      return [field.name, field.check(value, at(name))];
    }),
  );
  const settings = table.merged(kept, values, momentAt(NOW), at);
  table.check(settings, at);
  return settings;
}

/** The name of the fault and of the field, and why. */
export function refusal<S extends object>(table: SettingsTable<S>, wire: Wire, kept?: S): string {
  const { name, about } = refused(table, wire, kept);
  return `${name} ${about.field ?? ''}`.trim();
}

export function refused<S extends object>(table: SettingsTable<S>, wire: Wire, kept?: S) {
  try {
    given(table, wire, kept);
  } catch (error) {
    if (error instanceof Fault) return { name: error.fault, about: error.about };
    throw error;
  }
  return { name: 'none', about: {} as FaultAbout };
}

/** Each value with the fault that it must have; `none` is none. */
export function cases<S extends object>(
  table: SettingsTable<S>,
  base: Wire,
  expected: readonly (readonly [field: string, value: unknown, fault: string])[],
): { readonly found: string[]; readonly wanted: string[] } {
  const line = (field: string, value: unknown, name: string) =>
    `${field} ${JSON.stringify(value)?.slice(0, 80)}: ${name}`;
  return {
    found: expected.map(([field, value]) => line(field, value, refused(table, { ...base, [field]: value }).name)),
    wanted: expected.map(([field, value, name]) => line(field, value, name)),
  };
}
