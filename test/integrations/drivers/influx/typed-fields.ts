import { parseLine } from './line-protocol.ts';

type Type = 'float' | 'boolean' | 'string' | 'integer';

/** A database of points that keeps the type of each field and refuses others, in the words of Influx. Tags have columns, too. */
export class TypedFields {
  readonly types: Map<string, Type>;
  /** What was taken, oldest first. */
  readonly taken: Readonly<Record<string, number | boolean | string>>[] = [];

  constructor(types: Record<string, Type> = {}) {
    this.types = new Map(Object.entries(types));
  }

  /** @throws Error for what is no line protocol */
  answer(text: string, refusal = 400): [status: number, body: string] {
    const points = text.trimEnd().split('\n').map(parseLine);
    for (const { fields, tags } of points) {
      for (const [name, value] of Object.entries(fields)) {
        if (name === 'time' || Object.hasOwn(tags, name))
          return said(refusal, `input field ${JSON.stringify(name)} is reserved`);
        const type = typeof value === 'number' ? 'float' : typeof value === 'boolean' ? 'boolean' : 'string';
        const known = this.types.get(name) ?? type;
        const conflict = `field type conflict: input field ${JSON.stringify(name)} on measurement "mioty" is type ${type}, already exists as type ${known}`;
        if (known !== type) return said(refusal, `partial write: ${conflict} dropped=1`);
        this.types.set(name, known);
      }
    }
    this.taken.push(...points.map(({ fields }) => fields));
    return [204, ''];
  }
}

function said(status: number, error: string): [status: number, body: string] {
  return [status, JSON.stringify(status === 400 ? { error } : { code: 'unprocessable entity', message: error })];
}
