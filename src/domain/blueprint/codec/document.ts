import type { Envelope, Warning } from './blueprint.ts';
import { Definitions } from './definition.ts';
import { type Node, type ObjectNode, Problems, quoted, readJson } from './json-tree.ts';
import { checkLayouts, type Layout } from './layout.ts';
import { LIMITS } from './limits.ts';
import { checkCount, checkLabel, Members } from './members.ts';
import { BlueprintProblem, type Place } from './problems.ts';
import { checkSamples, type Sample } from './samples.ts';

/** A document in which no mistake was found. */
export interface Document {
  readonly version: string;
  readonly typeEui: string;
  readonly placeholder: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Warning[];
  readonly calibration: ReadonlyMap<string, number>;
  readonly layouts: readonly Layout[];
  readonly samples: readonly (Sample & { readonly place: Place })[];
  readonly spec: unknown;
  readonly envelope: Envelope | undefined;
}

const BYTE_ORDER_MARK = '\ufeff';
const SEPARATORS = /[-:]/g;
const TYPE_EUI = /^[0-9a-f]{16}$/;
/** Of documents whose author has none yet; no device has one of them. */
const PLACEHOLDERS = ['0000000000000000', 'ffffffffffffffff'];

/** Whether no device has this Type EUI. @param typeEui 16 lower-case hex digits */
export const isPlaceholder = (typeEui: string): boolean => PLACEHOLDERS.includes(typeEui);

/** @throws BlueprintProblem with the first mistake in the order of the text */
export function checkDocument(received: string): Document {
  const text = received.startsWith(BYTE_ORDER_MARK) ? received.slice(1) : received;
  if (Buffer.byteLength(received) > LIMITS.documentBytes) {
    const start = { pointer: '', line: 1, column: 1 };
    throw new BlueprintProblem('too_large', start, `a document has ${LIMITS.documentBytes} bytes at most`);
  }
  const problems = new Problems(text);
  const root = readJson(text, problems);
  if (root.kind !== 'object') {
    problems.add('invalid_json', root, 'a document is an object');
    problems.throwFirst();
    throw new Error('a problem that was added is thrown');
  }
  const inner = specOf(root);
  const document = checkSpec(inner ?? root, inner && root, problems);
  problems.throwFirst();
  const parsed: unknown = JSON.parse(text);
  const spec = inner ? (parsed as { spec: unknown }).spec : parsed;
  const { meta } = spec as { meta?: Record<string, unknown> };
  return { ...document, spec, meta: meta ?? {} };
}

/** What lies in an envelope; undefined when the root is itself the bare spec. */
function specOf(root: ObjectNode): ObjectNode | undefined {
  const spec = root.members.get('spec');
  return spec?.kind === 'object' && !root.members.has('uplink') && !root.members.has('downlink') ? spec : undefined;
}

function checkSpec(
  node: ObjectNode,
  around: ObjectNode | undefined,
  problems: Problems,
): Omit<Document, 'meta' | 'spec'> {
  const members = new Members(node, problems);
  const warnings: Warning[] = [];
  const envelope = around && envelopeOf(around);
  const version = checkVersion(members);
  const typeEui = checkTypeEui(members);
  members.object('meta');
  const calibration = checkCalibration(members);
  const component = members.object('component');
  const definitions = new Definitions(problems, warnings, component?.members ?? new Map());
  if (component) checkComponents(component, definitions, problems);
  const layouts = [...checkLayouts('uplink', members, definitions), ...checkLayouts('downlink', members, definitions)];
  if (isEmpty(members.get('uplink')) && isEmpty(members.get('downlink'))) {
    problems.add('no_formats', node, 'there is no layout, neither in "uplink" nor in "downlink"');
  }
  const samples = checkSamples(members);
  const placeholder = isPlaceholder(typeEui);
  const warn = (code: Warning['code'], of: ObjectNode, key: string, detail: string) =>
    warnings.push({ code, ...problems.place(of.members.get(key) ?? of), detail });
  if (placeholder) warn('placeholder_type_eui', node, 'typeEui', 'no device has this Type EUI');
  if (around && envelope?.version !== undefined && envelope.version !== version) {
    warn(
      'version_differs',
      around,
      'version',
      `outside ${quoted(envelope.version)}, inside ${quoted(version)}: both are kept`,
    );
  }
  return { version, typeEui, placeholder, warnings, calibration, layouts, samples, envelope };
}

function checkVersion(members: Members): string {
  const version = members.text('version');
  const node = members.get('version');
  if (!node || version === '') members.problems.add('missing_version', node ?? members.node, '"version" is missing');
  return version ?? '';
}

function checkTypeEui({ node: spec, problems }: Members): string {
  const node = spec.members.get('typeEui');
  if (!node || (node.kind === 'scalar' && node.value === '')) {
    problems.add('missing_type_eui', node ?? spec, '"typeEui" is missing');
    return '';
  }
  const text = node.kind === 'scalar' && typeof node.value === 'string' ? normalised(node.value) : '';
  if (!TYPE_EUI.test(text)) problems.add('invalid_type_eui', node, '"typeEui" has to be 16 hex digits');
  return text;
}

function normalised(typeEui: string): string {
  return typeEui.replace(SEPARATORS, '').toLowerCase();
}

function checkCalibration(members: Members): ReadonlyMap<string, number> {
  const node = members.object('calibration');
  if (!node) return new Map();
  const values = new Members(node, members.problems);
  const entries = [...node.members].map(([key, item]) => {
    checkLabel(key, LIMITS.nameCharacters, item, members.problems);
    return [key, values.number(key) ?? 0] as const;
  });
  return new Map(entries);
}

function checkComponents(node: ObjectNode, definitions: Definitions, problems: Problems): void {
  checkCount(node.members.values(), LIMITS.components, problems);
  for (const [name, component] of node.members) {
    if (name === '') problems.add('invalid_json', component, 'the name of a component is empty');
    checkLabel(name, LIMITS.nameCharacters, component, problems);
    if (component.kind === 'object') definitions.component(component);
    else problems.add('invalid_json', component, 'a component has to be an object');
  }
}

function isEmpty(node: Node | undefined): boolean {
  return !node || (node.kind === 'array' && node.items.length === 0);
}

/** What a registry writes around a spec. The catalog takes none of it without being told, so nothing in it is a mistake. */
function envelopeOf({ members }: ObjectNode): Envelope {
  const scalar = (key: string): unknown => {
    const node = members.get(key);
    return node?.kind === 'scalar' ? node.value : undefined;
  };
  const text = (key: string): string | undefined => {
    const value = scalar(key);
    return typeof value === 'string' ? value : undefined;
  };
  const typeEui = text('type_eui');
  const isDefault = scalar('is_default');
  const entries = {
    manufacturerName: text('manufacturer_name'),
    deviceModelName: text('device_model_name'),
    deviceModelCode: text('device_model_code'),
    version: text('version'),
    typeEui: typeEui === undefined ? undefined : TYPE_EUI.test(normalised(typeEui)) ? normalised(typeEui) : typeEui,
    isDefault: typeof isDefault === 'boolean' ? isDefault : undefined,
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Envelope;
}
