/** What a JSON Schema may say here: the part of it that the checked-in one uses. */
interface Schema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
}

/** Why a value does not fit a schema, with the place of each misfit. */
export function misfits(value: unknown, schema: Schema, at = '$'): string[] {
  const found: string[] = [];
  if (schema.type !== undefined && !hasType(value, schema.type)) return [`${at} is no ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value)) found.push(`${at} is none of ${schema.enum.join()}`);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(String(value)))
    found.push(`${at}: ${schema.pattern}`);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((each: unknown, index) => misfits(each, items, `${at}[${index}]`)) : found;
  }
  if (typeof value !== 'object' || value === null) return found;
  for (const name of schema.required ?? []) if (!(name in value)) found.push(`${at}.${name} is missing`);
  for (const [name, each] of Object.entries(value)) {
    const own = schema.properties?.[name] ?? schema.additionalProperties ?? true;
    if (own === false) found.push(`${at}.${name} is not known`);
    else if (own !== true) found.push(...misfits(each, own, `${at}.${name}`));
  }
  return found;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
