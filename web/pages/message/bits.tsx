import type { BitCell, BitGrid } from '../../model/bits.ts';
import { words } from '../../words/words.ts';

interface Marking {
  /** Index of the field that is pointed at. */
  marked: number | undefined;
  onMark: (field: number | undefined) => void;
}

/** Every bit in the colour of its field; the table below says the same in words. */
export function Bits({ grid, marked, onMark }: { grid: BitGrid } & Marking) {
  const text = words.value.message;
  const hex = grid.bytes.map(byte => byte.hex).join(' ');
  return (
    <div class="bits" role="img" aria-label={text.grid(hex)} onPointerLeave={() => onMark(undefined)}>
      {grid.bytes.map((byte, number) => (
        <div class="byte" key={number}>
          <div class="byte-head">
            <span class="byte-number">{number}</span>
            <span class="byte-hex">{byte.hex}</span>
          </div>
          <div class="byte-cells">
            {byte.cells.map((cell, at) => (
              <span key={at} class={cellClass(grid, cell, marked)} onPointerEnter={() => onMark(cell.field)}>
                {cell.bit}
              </span>
            ))}
          </div>
          <div class="byte-names">
            {byte.cells.map((cell, at) => cell.run !== undefined && <Name key={at} {...{ grid, cell, at, marked }} />)}
          </div>
        </div>
      ))}
    </div>
  );
}

function cellClass({ fields }: BitGrid, { field }: BitCell, marked: number | undefined): string {
  if (field === undefined) return 'bit unread';
  return `bit series-${fields[field]?.series ?? 1}${field === marked ? ' marked' : ''}`;
}

/** Number and name below the first bit, as far as there is room until the next field. */
function Name({ grid, cell, at, marked }: { grid: BitGrid; cell: BitCell; at: number; marked: number | undefined }) {
  const field = cell.field === undefined ? undefined : grid.fields[cell.field];
  const { run = 1 } = cell;
  return (
    <span
      class={`bit-name${field && cell.field === marked ? ' marked' : ''}`}
      style={{ gridColumn: `${at + 1} / span ${run}` }}
    >
      {field ? field.number : ''}
      {field && run > 3 && ` ${field.name}`}
      {!field && run === 8 && words.value.message.rest}
    </span>
  );
}
