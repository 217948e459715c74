import { useEffect, useState } from 'preact/hooks';
import { useEncoded } from '../../../data/downlinks.ts';
import type { Layout } from '../../../model/blueprint.ts';
import {
  bytesOf,
  type DownlinkField,
  downlinkFields,
  type Mistake,
  MOST_BYTES,
  mistakeOf,
  objectOf,
} from '../../../model/downlink-form.ts';
import { bytesInHex } from '../../../model/text/eui.ts';
import { namedValues } from '../../../model/values.ts';
import { SelectField } from '../../../parts/form/field.tsx';
import { valueText } from '../../../parts/value.tsx';
import { format, words } from '../../../words/words.ts';
import { BlueprintField } from './field.tsx';

export interface Filled {
  format: number | undefined;
  object: Record<string, number | string | boolean>;
  /** Its bytes are known. */
  ready: boolean;
}

const TYPED_MS = 250;

/** A field for each element, and the bytes that they make. */
export function ByBlueprint({
  blueprintId,
  layouts,
  checked,
  onChange,
}: {
  blueprintId: string;
  layouts: readonly Layout[];
  checked: boolean;
  onChange: (filled: Filled) => void;
}) {
  const text = words.value.downlinks;
  const [chosen, setChosen] = useState(layouts[0]?.format ?? 0);
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const layout = layouts.find(({ format }) => format === chosen);
  const fields = downlinkFields(layout?.elements ?? []);
  const values = useSettled(objectOf(fields, texts));
  const encoded = useEncoded(blueprintId, chosen, values).value;
  const leftOut = new Set(encoded?.leftOut ?? []);
  const isMistaken = fields.some(field => mistakeOf(field, texts.get(field.name) ?? '') !== undefined);
  const object = Object.fromEntries(Object.entries(values).filter(([name]) => !leftOut.has(name)));
  const ready = encoded?.hex !== undefined && !isMistaken;
  useEffect(() => onChange({ format: chosen, object, ready }), [JSON.stringify(object), chosen, ready]);

  const isShown = ({ name, condition }: DownlinkField) =>
    condition === '' || !(leftOut.has(name) || (encoded?.hex !== undefined && !texts.has(name)));
  const mistakeText = (field: DownlinkField): string | undefined => {
    const mistake = mistakeOf(field, texts.get(field.name) ?? '');
    if (mistake) return inWords(mistake);
    const problem = encoded?.problem;
    if (!checked || problem?.field !== field.name) return undefined;
    return problem.reason === 'missing_value' ? text.needed : problem.detail;
  };
  return (
    <>
      {layouts.length > 1 && (
        <SelectField
          label={text.what}
          value={String(chosen)}
          onChange={next => {
            setChosen(Number(next));
            setTexts(new Map());
          }}
          options={layouts.map(({ format, name }) => ({
            value: String(format),
            text: name === '' ? text.formatName(format) : name,
          }))}
          apiName="format"
        />
      )}
      {fields.filter(isShown).map(field => (
        <BlueprintField
          key={field.name}
          field={field}
          text={texts.get(field.name) ?? ''}
          mistake={mistakeText(field)}
          onText={typed => setTexts(new Map([...texts, [field.name, typed]]))}
        />
      ))}
      <dl class="downlink-bytes" aria-live="polite">
        <div>
          <dt>{text.bytes}</dt>
          <dd>
            {encoded?.hex === undefined ? (
              words.value.parts.none
            ) : (
              <>
                <span class="mono">{bytesInHex(bytesOf(encoded.hex)) || text.empty}</span>{' '}
                <span class="text-3">{text.count(encoded.hex.length / 2, MOST_BYTES)}</span>
              </>
            )}
          </dd>
        </div>
        {encoded?.hex !== undefined && (
          <div>
            <dt>{text.reads}</dt>
            <dd>{readsAs(encoded.decoded, fields)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** The same value as soon as nothing is typed for a moment. */
function useSettled<T extends object>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function inWords(mistake: Mistake): string {
  const { mistakes, needed } = words.value.downlinks;
  if (mistake.kind === 'empty') return needed;
  if (mistake.kind === 'range')
    return mistakes.range(format.value.number(mistake.low), format.value.number(mistake.high));
  return mistakes[mistake.kind];
}

function readsAs(decoded: Record<string, unknown>, fields: readonly DownlinkField[]): string {
  const { yes, no } = words.value.message;
  const all = namedValues(decoded, undefined).map(value => {
    const field = fields.find(({ name }) => name === value.key);
    const label = (field?.label ?? value.label).toLowerCase();
    if (typeof value.value === 'boolean') return `${label} ${value.value ? yes : no}`;
    return `${label} ${valueText({ ...value, unit: field?.unit ?? '' })}`;
  });
  return all.length === 0 ? words.value.parts.none : all.join(', ');
}
