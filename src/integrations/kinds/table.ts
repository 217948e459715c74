import type { FieldsAt, KindField, KindSettings, NamedHost, Values } from '../../domain/integration/kind-settings.ts';
import type { Moment } from '../../kit/time/clock.ts';
import type { Setting, SettingsOf } from './setting.ts';

interface Rules<Settings> {
  /** The events that the kind can carry; undefined: all. */
  readonly events?: readonly ['up'];
  /** What the API has and no driver needs. */
  readonly checked?: Readonly<Record<string, Setting<string>>>;
  /** What must hold between settings. */
  check(settings: Settings, at: FieldsAt): void;
  /** What becomes of settings of which some are given. Secrets that are not given are those that were kept. */
  merged?(kept: Settings, given: Partial<Settings>, when: Moment, at: FieldsAt): Settings;
  /** What it connects to. */
  hosts(settings: Settings): readonly NamedHost[];
}

/** The settings of one kind of target: how they are given, checked, stored and shown. */
export class SettingsTable<Settings extends object> implements KindSettings {
  readonly events: readonly ['up'] | undefined;
  /** By their names on the API. */
  readonly fields: ReadonlyMap<string, KindField>;
  readonly #settings: readonly (readonly [name: string, setting: Setting<unknown>])[];
  readonly #checked: Readonly<Record<string, Setting<string>>>;
  readonly #rules: Rules<Settings>;

  constructor(settings: SettingsOf<Settings>, rules: Rules<Settings>) {
    this.events = rules.events;
    this.#settings = Object.entries<Setting<unknown>>(settings as Readonly<Record<string, Setting<unknown>>>);
    this.#checked = rules.checked ?? {};
    this.#rules = rules;
    const own = this.#settings
      .filter(([, { hidden }]) => !hidden)
      .map(([name, setting]): KindField => fieldOf(name, snakeCase(name), setting));
    const checked = Object.entries(this.#checked).map(([name, setting]) => fieldOf(name, name, setting));
    this.fields = new Map([...own, ...checked].map(field => [field.wire, field]));
  }

  /** The settings as a driver gets them. @param secrets what was sealed */
  opened(stored: Values, secrets: Values): Settings {
    const values = this.#settings.map(([name, { secret, fallback }]) => {
      const from = secret ? secrets : stored;
      return [name, name in from ? from[name] : fallback];
    });
    return Object.fromEntries(values) as Settings;
  }

  merged(kept: Settings, given: Values, when: Moment, at: FieldsAt): Settings {
    const known = Object.fromEntries(this.#settings.flatMap(([name]) => (name in given ? [[name, given[name]]] : [])));
    const some = known as Partial<Settings>;
    return this.#rules.merged?.(kept, some, when, at) ?? { ...kept, ...some };
  }

  /** Refuses what does not go together. */
  check(settings: Settings, at: FieldsAt): void {
    this.#rules.check(settings, at);
  }

  hosts(settings: Settings): readonly NamedHost[] {
    return this.#rules.hosts(settings);
  }

  /** What is stored in clear, and what is sealed. Of a secret only that it is set is in clear, of headers their names. */
  stored(settings: Settings): { readonly clear: Values; readonly secrets: Values } {
    const values = new Map<string, unknown>(Object.entries(settings));
    const clear: Record<string, unknown> = {};
    const secrets: Record<string, unknown> = {};
    for (const [name, { secret, hidden }] of this.#settings) {
      const value = values.get(name);
      const names = namesIn(value);
      if (value === undefined || (secret && names?.length === 0)) continue;
      if (!secret) clear[name] = value;
      else {
        secrets[name] = value;
        if (!hidden) clear[name] = names ?? true;
      }
    }
    return { clear, secrets };
  }

  /** The fields of the API of what is stored in clear. */
  shown(clear: Values): Readonly<Record<string, unknown>> {
    const own = this.#settings.flatMap(([name, { secret, hidden, fallback }]): [string, unknown][] => {
      const wire = snakeCase(name);
      const value = name in clear ? clear[name] : fallback;
      if (hidden) return [];
      if (!secret) return value === undefined ? [] : [[wire, value]];
      return [namesIn(fallback) ? [wire, covered(value)] : [setFlag(wire), value === true]];
    });
    const checked = Object.entries(this.#checked).map(([wire, { fallback }]) => [wire, fallback]);
    return Object.fromEntries([...own, ...checked]);
  }
}

function fieldOf(name: string, wire: string, { check, secret, words }: Setting<unknown>): KindField {
  return { name, wire, check, secret, ...(words && { words }) };
}

/** What the value of a header is shown as; given so, it is the one that is stored. */
export const COVERED = '***';

function covered(names: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.isArray(names) ? names.map(name => [String(name), COVERED]) : []);
}

/** @returns undefined when it is no object */
function namesIn(value: unknown): readonly string[] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : undefined;
}

/** `password_set`; of `client_key_pem` it is `client_key_set`. */
function setFlag(wire: string): string {
  return `${wire.replace(/_pem$/, '')}_set`;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
