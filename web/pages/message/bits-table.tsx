import type { BitField } from '../../model/bits.ts';
import { type Element, ruleOf } from '../../model/blueprint.ts';
import { digitsOf, withUnit } from '../../model/values.ts';
import { format, words } from '../../words/words.ts';

/** The fields in the order of reading. Pointing at a row, or coming to it by keyboard, marks its bits. */
export function BitsTable({
  fields,
  elements,
  marked,
  onMark,
}: {
  fields: readonly BitField[];
  elements: readonly Element[];
  marked: number | undefined;
  onMark: (field: number | undefined) => void;
}) {
  const { columns, bits } = words.value.message;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
    <section class="table-box" aria-label={bits} tabIndex={0} onPointerLeave={() => onMark(undefined)}>
      <table class="table compact trace-table" aria-label={bits}>
        <thead>
          <tr>
            <th scope="col">{columns.number}</th>
            <th scope="col">{columns.field}</th>
            <th scope="col">{columns.bits}</th>
            <th scope="col" class="phone-hide">
              {columns.read}
            </th>
            <th scope="col" class="end">
              {columns.raw}
            </th>
            <th scope="col" class="gap phone-hide">
              {columns.rule}
            </th>
            <th scope="col" class="end">
              {columns.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => (
            <tr key={field.number} class={at === marked ? 'marked' : undefined} onPointerEnter={() => onMark(at)}>
              <td>
                <span class="trace-number">
                  <span class={`series-${field.series}`} aria-hidden="true" />
                  {field.number}
                </span>
              </td>
              <td>
                <FieldName
                  field={field}
                  hidden={elements.find(({ name }) => name === field.name)?.hidden ?? false}
                  onFocus={() => onMark(at)}
                />
              </td>
              <td class="text-2">{spanOf(field)}</td>
              <td class="mono text-2 phone-hide">{field.bits}</td>
              <td class="end mono">{field.raw}</td>
              <td class="gap mono text-2 phone-hide">{ruleText(field, elements)}</td>
              <td class="end">
                <b class="strong">{shownValue(field, elements)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FieldName({ field, hidden, onFocus }: { field: BitField; hidden: boolean; onFocus: () => void }) {
  return (
    <button type="button" class="field-name" onFocus={onFocus} onClick={onFocus}>
      {field.name}
      {hidden && <span class="text-3"> {words.value.message.hidden}</span>}
    </button>
  );
}

function spanOf({ span }: BitField): string {
  const text = words.value.message;
  return span === undefined ? words.value.parts.none : text.span(span.from, span.to);
}

function ruleText({ name, span }: BitField, elements: readonly Element[]): string {
  const element = elements.find(one => one.name === name);
  if (span === undefined) return words.value.message.computed;
  return element ? ruleOf(element) : '';
}

/** The value is JSON text. */
function shownValue({ value, name }: BitField, elements: readonly Element[]): string {
  const { yes, no } = words.value.message;
  const unit = elements.find(one => one.name === name)?.unit ?? '';
  if (value === 'true' || value === 'false') return value === 'true' ? yes : no;
  const number = Number(value);
  if (value === '' || Number.isNaN(number)) return withUnit(value.replace(/^"|"$/g, ''), unit);
  return withUnit(format.value.number(number, digitsOf(number)), unit);
}
