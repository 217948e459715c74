// From what is typed to what the API takes, and back.

import { parseTags, tagsAsText } from '../text/tags.ts';
import {
  type ConfigKind,
  configKind,
  EVENTS,
  type FieldName,
  type FieldSpec,
  PRESETS,
  type Preset,
  type TargetKind,
  USUAL_EVENTS,
} from './integration-kinds.ts';

export type FieldValues = Partial<Record<FieldName, string | boolean>>;

export interface IntegrationForm {
  kind: TargetKind;
  preset: string;
  name: string;
  values: FieldValues;
  /** In the order of the API; those that get through unasked are so many. */
  events: readonly string[];
  tags: string;
  maxPerSecond: string;
}

export type Mistake = 'missing' | 'replace' | 'scheme' | 'pair' | 'tags' | 'number' | 'secret' | 'events';
export type Mistakes = Readonly<Partial<Record<FieldName | 'name' | 'tags' | 'maxPerSecond' | 'events', Mistake>>>;

const SCHEMES: Readonly<Partial<Record<FieldName, RegExp>>> = {
  url: /^https?:\/\/\S+$/i,
  brokerUrl: /^(mqtts?|wss?|embedded):\/\/\S*$/i,
  servers: /^((nats|tls):\/\/\S+[\s,]*)+$/i,
};
/** As Standard Webhooks has it. */
const SIGNING = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

export function presetOf(kind: TargetKind, name: string): Preset {
  const all = PRESETS[kind];
  const found = all.find(preset => preset.name === name) ?? all[0];
  if (!found) throw new Error(`${kind} has no preset`);
  return found;
}

export function newForm(kind: TargetKind, presetName = '', name = ''): IntegrationForm {
  const preset = presetOf(kind, presetName);
  return {
    ...{ kind, preset: preset.name, name, values: { ...preset.values } },
    events: preset.eventTypes ?? USUAL_EVENTS,
    tags: '',
    maxPerSecond: preset.maxPerSecond === undefined ? '' : String(preset.maxPerSecond),
  };
}

/** @param kept secrets that are set already, and may be left as they are */
export function mistakesOf(form: IntegrationForm, kept: (name: FieldName) => boolean = () => false): Mistakes {
  const found: Partial<Record<string, Mistake>> = {};
  if (form.name.trim() === '') found.name = 'missing';
  for (const { name, needed, form: look } of presetOf(form.kind, form.preset).fields) {
    const value = form.values[name];
    if (typeof value === 'boolean') continue;
    const text = (value ?? '').trim();
    if (text === '') {
      if (needed && !(look.startsWith('secret') && kept(name))) found[name] = 'missing';
    } else if (/<[a-z]+>/i.test(text) && look === 'text') found[name] = 'replace';
    else if (SCHEMES[name]?.test(text) === false) found[name] = 'scheme';
    else if (name === 'signingSecret' && !SIGNING.test(text)) found[name] = 'secret';
  }
  const [cert, key] = [form.values.clientCertPem, form.values.clientKeyPem];
  if (cert && !key && !kept('clientKeyPem')) found.clientKeyPem = 'pair';
  if (parseTags(form.tags) === undefined) found.tags = 'tags';
  if (!/^\d{0,6}$/.test(form.maxPerSecond.trim())) found.maxPerSecond = 'number';
  if (form.events.length === 0) found.events = 'events';
  return found;
}

type ConfigValue = string | boolean | string[];

export interface IntegrationWish {
  kind: ConfigKind;
  name: string;
  eventTypes: string[];
  epTags: Record<string, string>;
  maxPerSecond: number;
  config: Record<string, ConfigValue>;
}

/** What the API takes. Secrets that are empty are left out: they stay as they are. */
export function wishOf(form: IntegrationForm): IntegrationWish {
  const preset = presetOf(form.kind, form.preset);
  const config: Record<string, ConfigValue> = { ...preset.fixed };
  for (const spec of preset.fields) {
    const value = configValue(spec, form.values[spec.name]);
    if (value !== undefined) config[spec.name] = value;
  }
  const usual = form.events.length === USUAL_EVENTS.length && USUAL_EVENTS.every(name => form.events.includes(name));
  return {
    ...{ kind: configKind(form.kind), name: form.name.trim(), config },
    eventTypes: usual ? [] : EVENTS.filter(name => form.events.includes(name)),
    epTags: parseTags(form.tags) ?? {},
    maxPerSecond: Number(form.maxPerSecond.trim() || 0),
  };
}

function configValue({ name, form }: FieldSpec, value: string | boolean | undefined): ConfigValue | undefined {
  if (form === 'flag') return value === true;
  const text = typeof value === 'string' ? value.trim() : '';
  if (name === 'servers') return text.split(/[\s,]+/).filter(Boolean);
  return text === '' && form.startsWith('secret') ? undefined : text;
}

/** Paths of a mask, as the API writes them. */
export function pathsOf({ kind, config }: IntegrationWish): string[] {
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  return [
    'name',
    'event_types',
    'ep_tags',
    'max_per_second',
    ...Object.keys(config).map(name => `${kind}.${snake(name)}`),
  ];
}

export interface KnownIntegration {
  name: string;
  eventTypes: readonly string[];
  epTags: Readonly<Record<string, string>>;
  maxPerSecond: number;
}

/** What is known of an integration, to be changed. Secrets are never known. */
export function formOf(
  kind: TargetKind,
  known: KnownIntegration,
  config: Readonly<Record<string, unknown>>,
): IntegrationForm {
  const fits = PRESETS[kind].filter(({ fixed = {} }) =>
    Object.entries(fixed).every(([name, value]) => config[name] === value),
  );
  // the one that says most of it, and has a place for what is set
  const places = ({ fields }: Preset) =>
    fields.filter(({ name }) => isSet(config[name]) || config[`${name}Set`] === true).length;
  const preset = [...fits].sort((a, b) => fixedOf(b) - fixedOf(a) || places(b) - places(a))[0] ?? presetOf(kind, '');
  const values: FieldValues = {};
  for (const { name, form } of preset.fields) {
    const value = config[name];
    if (form.startsWith('secret')) continue;
    if (typeof value === 'boolean' || typeof value === 'string') values[name] = value;
    else if (Array.isArray(value)) values[name] = value.join(', ');
  }
  return {
    ...{ kind, preset: preset.name, name: known.name, values },
    events: known.eventTypes.length === 0 ? USUAL_EVENTS : known.eventTypes,
    tags: tagsAsText(known.epTags),
    maxPerSecond: known.maxPerSecond === 0 ? '' : String(known.maxPerSecond),
  };
}

const fixedOf = ({ fixed = {} }: Preset): number => Object.keys(fixed).length;
const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

/** `whsec_` and 32 random bytes. */
export function signingSecret(bytes: Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
