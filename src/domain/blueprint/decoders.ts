import type { BatteryValue, Blueprint, Decoded, Payload } from './codec/blueprint.ts';
import { readBlueprint } from './codec/read.ts';
import type { Decodings, DecodingUse } from './decodings.ts';

/** Compiled documents that are kept: those used last. */
const MAX_COMPILED = 256;
/** Decodings that are kept, which are small: with calibration, each endpoint may have one of its own. */
const MAX_KNOWN = 65_536;

const MISSING = 'the blueprint is not there';
const BROKEN = { ok: false, code: 'internal', detail: 'the blueprint cannot be used', battery: undefined } as const;

interface Document {
  readonly id: number;
  /** Undefined: to be read first; null: it cannot be. */
  compiled: Blueprint | null | undefined;
  usedAt: number;
}

interface Known {
  readonly document: Document;
  readonly uses: DecodingUse;
}

/** What comes of a payload whose values are not asked for. */
export interface PayloadVerdict {
  /** Empty when it can be decoded. */
  readonly code: string;
  readonly battery: BatteryValue | undefined;
}

/** A decoding that failed by a mistake of ours. */
export interface DecoderFailure {
  /** Row id. */
  readonly decoding: number;
  readonly why: string;
}

/**
 * Decodes uplinks by the documents that messages refer to; each thread has what it used last compiled. A mistake of ours in it comes out
 * as a code and never as an exception: nothing is lost or late because a payload cannot be read.
 */
export class Decoders {
  readonly #decodings: Pick<Decodings, 'uses' | 'text'>;
  readonly #known = new Map<number, Known>();
  readonly #documents = new Map<number, Document>();
  #compiled = 0;
  #uses = 0;
  /** Of which it was said already. */
  readonly #failed = new Set<number>();
  #failures: DecoderFailure[] = [];

  constructor(decodings: Pick<Decodings, 'uses' | 'text'>) {
    this.#decodings = decodings;
  }

  /** @param decoding its row id */
  decode(decoding: number, format: number, payload: Uint8Array): Decoded | typeof BROKEN {
    try {
      const { document, uses } = this.#ready(decoding);
      return document.compiled ? document.compiled.decode(asked(format, payload, uses)) : BROKEN;
    } catch (cause) {
      return this.#broken(decoding, cause);
    }
  }

  /** Whether a payload can be decoded: the code of what fails, else none; and what it says of the battery. */
  judge(decoding: number, format: number, payload: Uint8Array): PayloadVerdict {
    try {
      const { document, uses } = this.#ready(decoding);
      if (!document.compiled) return BROKEN;
      return document.compiled.judge(asked(format, payload, uses));
    } catch (cause) {
      return this.#broken(decoding, cause);
    }
  }

  /** The names that values decoded with it may have; none when it cannot be used. */
  names(decoding: number): readonly string[] {
    try {
      return this.#ready(decoding).document.compiled?.outputNames ?? [];
    } catch (cause) {
      this.#broken(decoding, cause);
      return [];
    }
  }

  /** What messages are decoded with; undefined when it is not there. */
  uses(decoding: number): DecodingUse | undefined {
    return this.#find(decoding)?.uses;
  }

  /** Uuid of the blueprint, which may be gone. */
  blueprintOf(decoding: number): string {
    return this.uses(decoding)?.blueprint ?? '';
  }

  /** What has failed since the last time, each decoding once. */
  takeFailures(): readonly DecoderFailure[] {
    if (this.#failures.length === 0) return NONE;
    const taken = this.#failures;
    this.#failures = [];
    return taken;
  }

  /** Rows were taken back, and others may get their ids. */
  forget(): void {
    this.#known.clear();
    this.#documents.clear();
    this.#failed.clear();
    this.#compiled = 0;
  }

  #find(decoding: number): Known | undefined {
    const found = this.#known.get(decoding);
    if (found) return found;
    const uses = this.#decodings.uses(decoding);
    if (!uses) return undefined;
    let document = this.#documents.get(uses.document);
    if (!document) {
      document = { id: uses.document, compiled: undefined, usedAt: 0 };
      this.#documents.set(uses.document, document);
    }
    const known = { document, uses };
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(decoding, known);
    return known;
  }

  #ready(decoding: number): Known {
    const known = this.#find(decoding);
    if (!known) throw new Error(MISSING);
    const { document } = known;
    document.usedAt = ++this.#uses;
    if (document.compiled === undefined) this.#compile(document);
    return known;
  }

  #compile(document: Document): void {
    // Whatever comes of it, it is not tried again with each uplink.
    document.compiled = null;
    const text = this.#decodings.text(document.id);
    if (text === undefined) throw new Error(MISSING);
    const blueprint = readBlueprint(text);
    if (this.#compiled >= MAX_COMPILED) this.#dropOldest();
    document.compiled = blueprint;
    this.#compiled++;
  }

  #broken(decoding: number, cause: unknown): typeof BROKEN {
    if (!this.#failed.has(decoding)) {
      this.#failed.add(decoding);
      this.#failures.push({ decoding, why: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
    }
    return BROKEN;
  }

  #dropOldest(): void {
    let oldest: Document | undefined;
    for (const document of this.#documents.values()) {
      if (document.compiled && document.usedAt < (oldest?.usedAt ?? Number.POSITIVE_INFINITY)) oldest = document;
    }
    if (!oldest) return;
    oldest.compiled = undefined;
    this.#compiled--;
  }
}

const NONE: readonly DecoderFailure[] = [];

function asked(format: number, payload: Uint8Array, { calibration }: DecodingUse): Payload {
  if (calibration === undefined) return { direction: 'uplink', format, payload };
  return { direction: 'uplink', format, payload, calibration };
}
