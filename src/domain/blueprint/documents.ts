import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { type Fault, fault } from '../../kit/faults/faults.ts';
import type { Blueprint } from './codec/blueprint.ts';
import { LIMITS } from './codec/limits.ts';
import { BlueprintProblem, type Place, type ProblemReason } from './codec/problems.ts';
import { readBlueprint } from './codec/read.ts';

/** What was found in a document that may be stored. */
export interface DocumentFacts {
  readonly version: string;
  /** 16 lower-case hex digits. */
  readonly typeEui: string;
  /** No device has this Type EUI. */
  readonly placeholder: boolean;
  readonly uplinkFormats: readonly number[];
  readonly downlinkFormats: readonly number[];
  readonly outputNames: readonly string[];
  /** SHA-256 of the canonical form of the bare spec, hex. */
  readonly checksum: string;
  /** What does not keep it from being stored, for the log. */
  readonly warnings: readonly string[];
}

/** A document with what was found in it. */
export interface CheckedDocument {
  readonly text: string;
  readonly facts: DocumentFacts;
}

/** @throws fault `BlueprintInvalid` or `BlueprintTooLarge` */
export function openDocument(text: string): Blueprint {
  try {
    return readBlueprint(text);
  } catch (error) {
    if (error instanceof BlueprintProblem) throw refusal(error.reason, error, error.detail);
    throw error;
  }
}

/** All checks of a document that is to be stored, or to become a default: its samples have to hold. */
export function checkDocument(text: string): DocumentFacts {
  return factsOf(openDocument(text));
}

/** @throws fault when the document may not be stored */
export function factsOf(blueprint: Blueprint): DocumentFacts {
  const { version, typeEui, placeholder, uplinkFormats, downlinkFormats, outputNames, envelope } = blueprint;
  if (envelope?.typeEui !== undefined && envelope.typeEui !== typeEui) {
    throw fault('InvalidTypeEUI', { field: 'type_eui of the envelope', spec_type_eui: typeEui });
  }
  const failure = blueprint.runSamples();
  if (failure) throw refusal('sample_mismatch', failure, failure.detail);
  return {
    version,
    typeEui,
    placeholder,
    uplinkFormats,
    downlinkFormats,
    outputNames,
    checksum: createHash('sha256').update(canonicalJson(blueprint.spec)).digest('hex'),
    warnings: blueprint.warnings.map(({ code, pointer }) => `${code} ${pointer}`),
  };
}

function refusal(reason: ProblemReason, { pointer, line, column }: Place, detail: string): Fault {
  if (reason === 'too_large') return fault('BlueprintTooLarge', { field: 'spec_json', limit: LIMITS.documentBytes });
  return fault('BlueprintInvalid', { field: 'spec_json', reason, pointer, line, column, detail });
}
