import type { Blueprint, DownlinkElement, DownlinkLayout } from './codec/blueprint.ts';

/** What an endpoint can be told by values: a layout of its blueprint for downlinks. */
export interface CommandDefinition {
  /** What it is asked for by: its name where it has one that no other has, else its number. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly format: number;
  /** A JSON schema of its values. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Whole numbers that every reader of JSON takes as they are. */
const MOST_BITS = 53;

export function commandsOf({ downlinks }: Pick<Blueprint, 'downlinks'>): CommandDefinition[] {
  const open = downlinks.filter(({ encrypted }) => !encrypted);
  return open.map(layout => {
    const { id, name, description } = layout;
    // A name that is the number of another layout would name two.
    const isItsOwn =
      name !== '' && open.every(other => other === layout || (other.name !== name && String(other.id) !== name));
    return {
      id: isItsOwn ? name : String(id),
      name: name || String(id),
      description,
      format: id,
      parameters: schemaOf(layout),
    };
  });
}

function schemaOf({ elements }: DownlinkLayout): CommandDefinition['parameters'] {
  const required = elements.filter(({ hidden, condition }) => !hidden && condition === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(elements.map(element => [element.name, propertyOf(element)])),
    required: [...new Set(required.map(({ name }) => name))],
    additionalProperties: false,
  };
}

function propertyOf(element: DownlinkElement): Readonly<Record<string, unknown>> {
  const { label, unit } = element;
  return { ...(label !== '' && { title: label }), ...(unit !== '' && { unit }), ...typeOf(element) };
}

function typeOf(element: DownlinkElement): Readonly<Record<string, unknown>> {
  const { type, size, choices, func, scale, bias, calibration } = element;
  if (type === 'bool') return { type: 'boolean' };
  if (type === 'string') return { type: 'string', maxLength: size / 8 };
  if (type === 'binary') return { type: 'string', pattern: `^[0-9A-Fa-f]{${size / 4}}$` };
  if (choices) return { enum: [...new Set(choices.values())] };
  const isComputed = [func, scale, bias, calibration].some(one => one !== undefined);
  if (type === 'float' || isComputed || size > MOST_BITS) return { type: 'number' };
  if (type === 'int') return { type: 'integer', minimum: -(2 ** (size - 1)), maximum: 2 ** (size - 1) - 1 };
  return { type: 'integer', minimum: 0, maximum: 2 ** size - 1 };
}
