// The parts of a blueprint that pages show: layouts with their elements, components put in.

export interface Element {
  name: string;
  label: string;
  type: string;
  /** Bits. */
  size: number;
  unit: string;
  func: string;
  scale: number | undefined;
  bias: number | undefined;
  littleEndian: boolean;
  hidden: boolean;
  condition: string;
  /** What is shown in the place of a number. */
  names: readonly { raw: string; shown: string }[];
}

export interface Layout {
  format: number;
  /** What the blueprint calls it, empty for nothing. */
  name: string;
  elements: readonly Element[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Layouts of a direction in their order; of a document that cannot be read, none. */
export function layoutsOf(specJson: string, direction: 'uplink' | 'downlink'): Layout[] {
  const document = parsed(specJson);
  const spec = isObject(document.spec) ? document.spec : document;
  const components = isObject(spec.component) ? spec.component : {};
  const layouts = Array.isArray(spec[direction]) ? (spec[direction] as unknown[]) : [];
  return layouts.filter(isObject).map(layout => ({
    format: number(layout.id) ?? 0,
    name: text(layout.name) || text(layout.label),
    elements: (Array.isArray(layout.payload) ? layout.payload : [])
      .filter(isObject)
      .map(element => elementOf(element, components, layout)),
  }));
}

function parsed(specJson: string): Json {
  try {
    const found: unknown = JSON.parse(specJson);
    return isObject(found) ? found : {};
  } catch {
    return {};
  }
}

/** What an element says itself wins over its component, and that over the layout. */
function elementOf(element: Json, components: Json, layout: Json): Element {
  const component = components[text(element.component)];
  const all: Json = { ...(isObject(component) ? component : {}), ...element };
  const littleEndian = all.littleEndian ?? layout.littleEndian;
  return {
    name: text(all.name),
    label: text(all.label),
    type: text(all.type),
    size: number(all.size) ?? 0,
    unit: text(all.unit),
    func: text(all.func),
    scale: number(all.scale),
    bias: number(all.bias),
    littleEndian: littleEndian === true,
    hidden: all.hidden === true,
    condition: text(all.condition),
    names: isObject(all.enum) ? Object.entries(all.enum).map(([raw, shown]) => ({ raw, shown: String(shown) })) : [],
  };
}

/** How an element is read, as its blueprint says it: `int 12, $ / 10`. */
export function ruleOf({ type, size, littleEndian, scale, bias, func, names }: Element): string {
  const parts = [
    type === 'bool' && size === 1 ? type : `${type} ${size}`,
    littleEndian ? 'little endian' : '',
    scale === undefined ? '' : `× ${scale}`,
    bias === undefined || bias === 0 ? '' : `${bias < 0 ? '−' : '+'} ${Math.abs(bias)}`,
    func === '$' ? '' : func,
    names.length > 0 && type !== 'enum' ? 'enum' : '',
  ];
  return parts.filter(Boolean).join(', ');
}
