/** A point as a strict reader of the line protocol gets it. */
export interface Point {
  readonly measurement: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, number | boolean | string>>;
  readonly time: bigint;
}

/** Takes text up to one of these characters where it is not escaped. */
function taken(text: string, at: number, ends: string, escaped: string): [value: string, next: number] {
  let value = '';
  for (let place = at; ; place++) {
    const char = text[place];
    if (char === undefined || ends.includes(char)) {
      if (value === '') throw new Error(`nothing at ${place} of ${text}`);
      return [value, place];
    }
    const next = text[place + 1];
    if (char === '\\' && next !== undefined && escaped.includes(next)) {
      value += next;
      place++;
    } else if (ends.includes('=') && ', ='.includes(char)) throw new Error(`${char} at ${place} of ${text}`);
    else value += char;
  }
}

function quoted(text: string, at: number): [value: string, next: number] {
  let value = '';
  for (let place = at + 1; place < text.length; place++) {
    const char = text[place];
    if (char === '"') return [value, place + 1];
    if (char === '\\' && (text[place + 1] === '"' || text[place + 1] === '\\')) value += text[++place];
    else value += char;
  }
  throw new Error(`a text without end in ${text}`);
}

function fieldValue(text: string, at: number): [value: number | boolean | string, next: number] {
  if (text[at] === '"') return quoted(text, at);
  const [raw, next] = taken(text, at, ', ', '');
  if (raw === 'true' || raw === 'false') return [raw === 'true', next];
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(raw)) throw new Error(`${raw} is no float in ${text}`);
  return [Number(raw), next];
}

/** @throws Error for what is not exactly a line of the line protocol */
export function parseLine(line: string): Point {
  if (/[\u0000-\u001f]/.test(line) || line.startsWith('#')) throw new Error(`not one line: ${line}`);
  let [measurement, at] = taken(line, 0, ', ', ', ');
  const tags: Record<string, string> = {};
  while (line[at] === ',') {
    const [name, eq] = taken(line, at + 1, '=', ',= ');
    const [value, next] = taken(line, eq + 1, ', ', ',= ');
    tags[name] = value;
    at = next;
  }
  const fields: Record<string, number | boolean | string> = {};
  if (line[at] !== ' ') throw new Error(`no fields in ${line}`);
  do {
    const [name, eq] = taken(line, at + 1, '=', ',= ');
    if (Object.hasOwn(fields, name)) throw new Error(`${name} twice in ${line}`);
    const [value, next] = fieldValue(line, eq + 1);
    fields[name] = value;
    at = next;
  } while (line[at] === ',');
  const time = line.slice(at + 1);
  if (line[at] !== ' ' || !/^\d{19}$/.test(time)) throw new Error(`no time in ${line}`);
  return { measurement, tags, fields, time: BigInt(time) };
}
