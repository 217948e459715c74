// Writes the files that follow from others: `node scripts/generate.ts`. With `--check` it only reports stale ones, exit code 1; with
// `--document` it writes the document of the REST API alone, which is in no commit.
// After a release the schema that may no longer be broken is renewed with `node scripts/generate.ts --released`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileRegistry, type DescField, type DescMessage, fromBinary, ScalarType } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import protobufjs from 'protobufjs';
import { CATALOG_INDEX, type IndexEntry } from '../src/compose/catalog.ts';
import { errorsDocument } from '../src/kit/faults/faults.ts';
import { completeLock } from './lock.ts';
import { openApiText } from './openapi/build.ts';

const root = join(import.meta.dirname, '..');

/** What of REST is no gRPC service: its messages and methods are for us alone. */
const REST_ONLY = 'proto/rest';

/** A compiled schema with all imports. Without `args` it is everything; with source info it has the comments. */
export function buildDescriptors(...args: string[]): Uint8Array {
  return buf('build', '--as-file-descriptor-set', ...args, '-o', '-#format=binpb');
}

function buf(...args: string[]): Uint8Array {
  return execFileSync(join(root, 'node_modules/.bin/buf'), args, { cwd: root, maxBuffer: 64 << 20 });
}

/**
 * A schema in the form protobufjs loads without parsing anything. It exists beside the descriptors because protobufjs
 * does not understand map fields when it reads those.
 */
function buildJson(files: readonly string[]): string {
  const schema = new protobufjs.Root();
  // The well-known types come with protobufjs and are asked for under their own path.
  schema.resolvePath = (_origin, target) => (target.startsWith('google/') ? target : join(root, 'proto', target));
  schema.loadSync([...files], { keepCase: true, alternateCommentMode: true });
  if (files.some(file => file.startsWith('rest/'))) markOutputOnly(schema);
  return `${JSON.stringify(schema.toJSON())}\n`;
}

/** What clients need not send, and may send in whatever form, as the comment above a field says. */
function markOutputOnly(within: protobufjs.NamespaceBase): void {
  for (const inside of within.nestedArray) {
    if (inside instanceof protobufjs.Type) {
      for (const field of inside.fieldsArray)
        if (/^Output only\./.test(field.comment ?? '')) field.setOption('output_only', true);
    }
    if (inside instanceof protobufjs.Namespace) markOutputOnly(inside);
  }
}

/** Files of the public schema that are not of PlatformService, as protobufjs asks for them. */
function restFiles(): string[] {
  const folder = join(root, 'proto');
  return readdirSync(folder, { recursive: true })
    .map(file => String(file).replaceAll('\\', '/'))
    .filter(file => file.endsWith('.proto') && !file.startsWith('platform/'))
    .sort();
}

/** Of a schema, whose messages and methods are meant. */
type Part = 'platform' | 'rest';
const PLATFORM = 'platform.api.v1';

function partOf(packageName: string): Part {
  return packageName === PLATFORM || packageName === 'google.protobuf' ? 'platform' : 'rest';
}

/** TypeScript types of every message and method of a part of a schema: what handlers and clients get, and what they give. */
export function schemaTypes(descriptors: Uint8Array, part: Part = 'platform'): string {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptors));
  const messages: DescMessage[] = [];
  const methods: string[] = [];
  const clientMethods: string[] = [];
  const passed: DescMessage[] = [];
  for (const type of registry) {
    if (type.kind === 'extension' || partOf(type.file.proto.package) !== part) continue;
    if (type.kind === 'message') messages.push(type);
    if (type.kind !== 'service') continue;
    for (const { name: method, input, output, methodKind } of type.methods) {
      const stream = methodKind === 'server_streaming';
      passed.push(input, output);
      const name = part === 'platform' ? method : `'${type.typeName}/${method}'`;
      methods.push(`  ${name}: { request: ${input.name}In; response: ${output.name}Out; stream: ${stream} };`);
      clientMethods.push(`  ${name}: { request: ${input.name}Out; response: ${output.name}In; stream: ${stream} };`);
    }
  }
  return part === 'platform'
    ? platformTypes(messages, methods, clientMethods)
    : restTypes(messages, passed, methods, clientMethods);
}

/**
 * Those of REST take what is of PlatformService, or common to all, from there.
 * @param passed what methods are given and answer
 */
function restTypes(
  messages: readonly DescMessage[],
  passed: readonly DescMessage[],
  methods: readonly string[],
  clientMethods: readonly string[],
): string {
  const own = new Map(messages.map(message => [message.name, message]));
  for (const { name, typeName } of messages) {
    if (own.get(name)?.typeName !== typeName) throw new Error(`two messages of REST are called ${name}`);
  }
  const body = messages.flatMap(messageTypes);
  const foreign = new Set(
    [...messages.flatMap(message => message.fields).flatMap(({ message }) => message ?? []), ...passed]
      .filter(message => partOf(message.file.proto.package) === 'platform')
      .map(({ name }) => name),
  );
  for (const name of foreign) if (own.has(name)) throw new Error(`${name} is a message of REST and of PlatformService`);
  const text = [...methods, ...clientMethods, ...body].join('\n');
  const imported = [...foreign, 'Empty', 'Int64']
    .flatMap(name => (name === 'Int64' ? [name] : [`${name}In`, `${name}Out`]))
    .filter(name => new RegExp(`\\b${name}\\b`).test(text))
    .sort();
  return `${[
    '// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.',
    '',
    ...(imported.length === 0 ? [] : [`import type { ${imported.join(', ')} } from '../rpc/schema.gen.ts';`, '']),
    'type Maybe<T> = T | null | undefined;',
    '',
    '/** Handler side of each method. */',
    'export interface RestMethods {',
    ...methods,
    '}',
    '',
    'export type RestMethodName = keyof RestMethods;',
    '',
    '/** Client side of each method. */',
    'export interface RestClientMethods {',
    ...clientMethods,
    '}',
    ...body,
  ].join('\n')}\n`;
}

function platformTypes(
  messages: readonly DescMessage[],
  methods: readonly string[],
  clientMethods: readonly string[],
): string {
  const lines = [
    '// Generated from proto/platform by `npm run generate`. Do not edit.',
    '//',
    '// `…In` is a message as it was received: every plain field is there, 64-bit numbers are text, an absent message is null,',
    '// an absent optional field is missing. `…Out` is a message to send: whatever is left out has its default.',
    '',
    '/** A 64-bit number in the two halves of its binary form: quicker to write than text. */',
    'export interface Int64 {',
    '  low: number;',
    '  high: number;',
    '}',
    '',
    'type Maybe<T> = T | null | undefined;',
    '',
    '/** Handler side of each method. */',
    'export interface Methods {',
    ...methods,
    '}',
    '',
    'export type MethodName = keyof Methods;',
    '',
    '/** Client side of each method. */',
    'export interface ClientMethods {',
    ...clientMethods,
    '}',
  ];
  return `${[...lines, ...messages.flatMap(messageTypes)].join('\n')}\n`;
}

function messageTypes(message: DescMessage): string[] {
  return [
    ...['', `export interface ${message.name}In {`, ...message.fields.map(fieldIn), '}'],
    ...['', `export interface ${message.name}Out {`, ...message.fields.map(fieldOut), '}'],
  ];
}

function fieldIn(field: DescField): string {
  const type = fieldType(field, 'In');
  if (field.proto.proto3Optional || field.oneof) return `  ${fieldName(field)}?: Maybe<${type}>;`;
  return `  ${fieldName(field)}: ${field.fieldKind === 'message' ? `${type} | null` : type};`;
}

function fieldOut(field: DescField): string {
  return `  ${fieldName(field)}?: Maybe<${fieldType(field, 'Out')}>;`;
}

/** Our fields keep their names; those of google.protobuf come with protobufjs, in camelCase. */
function fieldName(field: DescField): string {
  return field.parent.file.proto.package === 'google.protobuf' ? field.localName : field.name;
}

type Side = 'In' | 'Out';

function fieldType(field: DescField, side: Side): string {
  if (field.fieldKind === 'map') return `Readonly<Record<string, ${valueType(field, field.mapKind, side)}>>`;
  if (field.fieldKind !== 'list') return valueType(field, field.fieldKind, side);
  const type = valueType(field, field.listKind, side);
  return `readonly ${type.includes('|') ? `(${type})` : type}[]`;
}

function valueType(field: DescField, kind: 'scalar' | 'enum' | 'message', side: Side): string {
  if (kind === 'message') return `${field.message?.name}${side}`;
  // The schema declares no enum of its own; the only one is the null of google.protobuf.Value.
  if (kind === 'enum') return (field.enum?.values ?? []).map(({ name }) => `'${name}'`).join(' | ');
  switch (field.scalar) {
    case ScalarType.STRING:
      return 'string';
    case ScalarType.BOOL:
      return 'boolean';
    case ScalarType.BYTES:
      return 'Uint8Array';
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return side === 'In' ? 'string' : 'string | number | Int64';
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return 'number';
    default:
      throw new Error(`${field.parent.typeName}.${field.name}: no type for scalar ${field.scalar}`);
  }
}

/** Whom to thank for files of the catalog, and the license they are handed on under; the first that fits. */
const ATTRIBUTIONS: readonly (readonly [folder: string, attribution: string])[] = [
  ['mioty-alliance/', 'Copyright (c) 2025 mioty Alliance e.V., MIT license'],
  ['', 'Blueprint specification: Kiloiot/mioty-blueprint-registry and the manufacturer, CC BY 4.0'],
];

/** The shipped blueprints, as a start reads them (src/compose/catalog.ts). What is a default comes first. */
function catalogIndex(): string {
  const folder = join(root, 'catalog');
  const files = readdirSync(folder, { recursive: true })
    .map(file => String(file).replaceAll('\\', '/'))
    .filter(file => file.split('/').length === 3 && file.endsWith('.json'))
    .sort();
  const isDefault = (file: string) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { is_default?: unknown }).is_default === true;
  const entries = files
    .toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)))
    .map((file): IndexEntry => {
      const sha256 = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex');
      const [, attribution = ''] = ATTRIBUTIONS.find(([start]) => file.startsWith(start)) ?? [];
      return { file, sha256, attribution };
    });
  return `[\n${entries.map(entry => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`;
}

/** The schema as the console in the browser reads and writes it. */
function consoleSchema(): [string, Uint8Array][] {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-schema-'));
  try {
    const plugin = {
      local: join(root, 'node_modules/.bin/protoc-gen-es'),
      out: folder,
      opt: ['target=ts', 'import_extension=ts'],
    };
    buf('generate', '--template', JSON.stringify({ version: 'v2', plugins: [plugin] }), '--path', 'proto/platform');
    return readdirSync(folder, { recursive: true })
      .map(file => String(file).replaceAll('\\', '/'))
      .filter(file => file.endsWith('.ts'))
      .sort()
      .map(file => [`web/gen/${file}`, readFileSync(join(folder, file))]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every generated file of a commit with what it should contain. */
export function generatedFiles(): Map<string, Uint8Array> {
  const all = buildDescriptors('--exclude-source-info');
  return new Map([
    // As reflection serves it.
    ['proto/platform.binpb', buildDescriptors('--exclude-source-info', '--exclude-path', REST_ONLY)],
    ['proto/platform.json', Buffer.from(buildJson(['platform/api/v1/platform.proto']))],
    ['proto/rest.json', Buffer.from(buildJson(restFiles()))],
    ['src/rpc/schema.gen.ts', Buffer.from(schemaTypes(all))],
    ['src/rest/schema.gen.ts', Buffer.from(schemaTypes(all, 'rest'))],
    ['docs/errors.md', Buffer.from(errorsDocument())],
    [CATALOG_INDEX, Buffer.from(catalogIndex())],
    ...consoleSchema(),
    ['package-lock.json', Buffer.from(completeLock(readFileSync(join(root, 'package-lock.json'), 'utf8')))],
  ]);
}

function writeDocument(): void {
  writeFileSync(join(root, 'docs/openapi.json'), openApiText(buildDescriptors()));
}

/** The generated files that differ from what they should contain. */
export function staleFiles(): string[] {
  return [...generatedFiles()].filter(([path, content]) => !isFresh(join(root, path), content)).map(([path]) => path);
}

function isFresh(path: string, content: Uint8Array): boolean {
  return existsSync(path) && readFileSync(path).equals(content);
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const stale = staleFiles();
    for (const path of stale) console.error(`${path} is stale: run npm run generate`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else if (process.argv.includes('--document')) writeDocument();
  else {
    for (const [path, content] of generatedFiles()) writeFileSync(join(root, path), content);
    writeDocument();
    if (process.argv.includes('--released')) buf('build', '--exclude-source-info', '-o', 'proto/released.binpb');
  }
}
