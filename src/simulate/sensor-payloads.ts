import { MAX_USER_DATA } from '../bssci/operations.ts';
import type { Blueprint, Encoded } from '../domain/blueprint/codec/blueprint.ts';
import { compile } from '../domain/blueprint/codec/compile.ts';
import { checkDocument } from '../domain/blueprint/codec/document.ts';
import { Encoder } from '../domain/blueprint/codec/encode.ts';
import type { Layout } from '../domain/blueprint/codec/layout.ts';
import { readBlueprint } from '../domain/blueprint/codec/read.ts';
import { Run } from '../domain/blueprint/codec/run.ts';
import { valueAt, type Wandering, wanderingsOf } from './wandering.ts';

/** So often each value may be taken back, or given in another way, before a payload is there. */
const TRIES = 4;

/** What sensors of one kind say, by their blueprint. */
export class SensorPayloads {
  readonly blueprint: Blueprint;
  /** Of the uplinks. */
  readonly format: number;
  readonly #encoder: Encoder;
  readonly #wanderings: readonly Wandering[];
  /** Names of values that conditions leave out for now. */
  readonly #absent = new Set<string>();
  /** Those whose usual values cannot be brought into a payload. */
  readonly #raw = new Set<string>();
  #last: Uint8Array = new Uint8Array();

  /**
   * @param text document
   * @param format of the uplinks; default: the first that is not encrypted
   * @throws BlueprintProblem; RangeError when no payload of the format can be made
   */
  constructor(text: string, format?: number) {
    this.blueprint = readBlueprint(text);
    const { layouts, calibration } = checkDocument(text);
    const layout = layoutOf(layouts, format);
    this.format = layout.id;
    // A layout is the same for both directions, and only those of downlinks are written otherwise.
    const programs = compile([{ ...layout, direction: 'downlink' }]);
    this.#encoder = new Encoder(programs, new Run(programs.slots, calibration));
    this.#wanderings = wanderingsOf(layout.elements);
    const first = this.#made('', 0);
    if (!first.ok) {
      const about = first.field === '' ? '' : ` for ${first.field}`;
      throw new RangeError(`no payload of format ${layout.id} can be made: ${first.reason}${about}: ${first.detail}`);
    }
    const { length } = first.payload;
    if (length > MAX_USER_DATA)
      throw new RangeError(
        `a payload of format ${layout.id} has ${length} bytes, and a telegram ${MAX_USER_DATA} at most`,
      );
  }

  /** What a sensor sends with its telegram of this counter. @param who the sensor */
  payload(who: string, packetCnt: number): Uint8Array {
    const made = this.#made(who, packetCnt);
    if (made.ok) this.#last = made.payload;
    return this.#last;
  }

  /** Which values belong into a payload only the encoder knows, for conditions depend on other values: it is asked until it agrees. */
  #made(who: string, step: number): Encoded {
    const { format } = this;
    let made = this.#encoder.encode({ format, values: this.#values(who, step) });
    for (let tries = TRIES * this.#wanderings.length; !made.ok && tries > 0; tries--) {
      const { reason, field } = made;
      if (reason === 'unexpected_value') this.#absent.add(field);
      else if (reason === 'missing_value') this.#absent.delete(field);
      else this.#raw.add(field);
      made = this.#encoder.encode({ format, values: this.#values(who, step) });
    }
    return made;
  }

  #values(who: string, step: number): Record<string, unknown> {
    const present = this.#wanderings.filter(({ name }) => !this.#absent.has(name));
    return Object.fromEntries(present.map(each => [each.name, valueAt(each, who, step, this.#raw.has(each.name))]));
  }
}

function layoutOf(layouts: readonly Layout[], format: number | undefined): Layout {
  const uplinks = layouts.filter(({ direction }) => direction === 'uplink');
  const found =
    format === undefined ? uplinks.find(({ encrypted }) => !encrypted) : uplinks.find(({ id }) => id === format);
  if (found) return found;
  const known = uplinks.map(({ id }) => id).join(', ') || 'none';
  throw new RangeError(`the blueprint has no such uplink format; those it has: ${known}`);
}
