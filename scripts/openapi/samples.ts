import type { Schema } from './schemas.ts';

/** Values by the names that fields have, so that an example looks like what it shows. */
const BY_NAME: readonly (readonly [name: RegExp, value: unknown])[] = [
  [/organizationId$/, '0198c0de-0000-7000-8000-000000000001'],
  [/^total/, 1],
  [/[eE]ui$|^clientDeviceId$/, '70b3d56770110001'],
  [/[eE]uis$/, '70b3d56770110001'],
  [/(^id|Id)s?$/, '0198c0de-0000-7000-8000-0000000000aa'],
  [/email/i, 'ada@example.org'],
  [/url$/i, 'https://example.org'],
  [/^name$|Name$/, 'Room 12'],
  [/^title$/, 'Too warm'],
  [/payloadHex$/, '01f4'],
  [/sourcePath$/, 'temperature'],
  [/[a-z]At$/, '2026-01-20T10:00:00.123Z'],
  [/[pP]ageToken$/, ''],
];
const DEPTH = 6;

/** An example of what a schema describes. @param at the name of the field it is for */
export function sampleOf(schema: Schema, components: Readonly<Record<string, Schema>>, at = '', depth = 0): unknown {
  const { $ref, type, properties, items, format, contentEncoding } = schema;
  if (typeof $ref === 'string') {
    return sampleOf(components[$ref.replace('#/components/schemas/', '')] ?? {}, components, at, depth);
  }
  switch (type) {
    case 'object': {
      if (depth > DEPTH) return {};
      const entries = Object.entries((properties ?? {}) as Record<string, Schema>);
      return Object.fromEntries(entries.map(([name, of]) => [name, sampleOf(of, components, name, depth + 1)]));
    }
    case 'array':
      return depth > DEPTH ? [] : [sampleOf(items as Schema, components, at, depth + 1)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return namedValue(at, 'number') ?? 1;
    case 'string':
      if (Array.isArray(schema.enum)) return schema.enum[0];
      if (format === 'date-time') return '2026-01-20T10:00:00.123Z';
      if (contentEncoding === 'base64') return 'AfQ=';
      if (typeof schema.pattern === 'string') return /^\^\((\w+)/.exec(schema.pattern)?.[1] ?? '1';
      return namedValue(at, 'string') ?? 'text';
    default:
      return namedValue(at, 'string') ?? 21.5;
  }
}

function namedValue(name: string, type: string): unknown {
  return BY_NAME.find(([pattern, value]) => pattern.test(name) && typeof value === type)?.[1];
}
