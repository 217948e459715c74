/** What a registry writes around a spec. Times in milliseconds. */
export interface EnvelopeFacts {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly modelCode: string;
  readonly modelId: string;
  readonly modelName: string;
  readonly id: string;
  readonly isDefault: boolean;
  readonly manufacturerName: string;
  /** 16 hex digits, as the spec has them. */
  readonly typeEui: string;
  readonly version: string;
}

/** The parts of a JSON text, white space left out. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const INDENT = '  ';
const ESCAPED: Readonly<Record<string, string>> = { '&': '\\u0026', '<': '\\u003c', '>': '\\u003e' };

/**
 * The file of a registry for one version of a blueprint (blueprint format, section 11). The spec is written as it was received, in its
 * order and with its numbers, in other lines only.
 * @param document a bare spec or an envelope, without mistakes
 */
export function envelopeText(document: string, facts: EnvelopeFacts): string {
  const members: [key: string, value: string][] = [
    ['created_at', JSON.stringify(rfc3339(facts.createdAt))],
    ['device_model_code', JSON.stringify(facts.modelCode)],
    ['device_model_id', JSON.stringify(facts.modelId)],
    ['device_model_name', JSON.stringify(facts.modelName)],
    ['id', JSON.stringify(facts.id)],
    ['is_default', String(facts.isDefault)],
    ['manufacturer_name', JSON.stringify(facts.manufacturerName)],
    ['spec', indented(bareSpec(document.match(TOKENS) ?? []), 1)],
    ['type_eui', JSON.stringify(facts.typeEui.toUpperCase())],
    ['updated_at', JSON.stringify(rfc3339(facts.updatedAt))],
    ['version', JSON.stringify(facts.version)],
  ];
  const lines = members.map(([key, value]) => `${INDENT}"${key}": ${value}`);
  return `{\n${lines.join(',\n')}\n}`.replace(/[&<>]/g, found => ESCAPED[found] ?? found);
}

/** With no more digits of the second than there are. */
function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.?0*Z$/, 'Z');
}

/** What lies in an envelope, or the whole of a bare spec. */
function bareSpec(tokens: readonly string[]): readonly string[] {
  let spec: readonly string[] | undefined;
  for (let at = 1; at < tokens.length - 1; ) {
    const [key = '', value] = [tokens[at], at + 2];
    const end = endOf(tokens, value);
    const name: unknown = JSON.parse(key);
    if (name === 'uplink' || name === 'downlink') return tokens;
    if (name === 'spec' && tokens[value] === '{') spec = tokens.slice(value, end);
    at = end + 1;
  }
  return spec ?? tokens;
}

/** Where the value that begins at `start` is over. */
function endOf(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

function indented(tokens: readonly string[], outer: number): string {
  let depth = outer;
  let text = '';
  const line = () => `\n${INDENT.repeat(depth)}`;
  for (const [at, token] of tokens.entries()) {
    const empty = (tokens[at - 1] === '{' && token === '}') || (tokens[at - 1] === '[' && token === ']');
    if (token === '}' || token === ']') {
      depth--;
      text += empty ? token : line() + token;
    } else {
      if (tokens[at - 1] === '{' || tokens[at - 1] === '[') text += line();
      if (token === '{' || token === '[') depth++;
      text += token === ':' ? ': ' : token === ',' ? `,${line()}` : token;
    }
  }
  return text;
}

const VERSION = /^[a-z0-9._-]+$/;

/** Where a registry keeps it; undefined when the version cannot be part of a path. */
export function registryPath(manufacturerCode: string, modelCode: string, version: string): string | undefined {
  const part = version.toLowerCase().replace(/^v/, '');
  if (!VERSION.test(part) || part.startsWith('v') || part.includes('..')) return undefined;
  return `${manufacturerCode}/${modelCode}/v${part}.json`;
}
