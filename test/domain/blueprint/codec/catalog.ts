import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Direction } from '../../../../src/domain/blueprint/codec/blueprint.ts';

/** A payload of a blueprint of the catalog, and what it has to decode to. */
export interface CatalogSample {
  readonly blueprint: string;
  readonly direction: Direction;
  readonly format: number;
  readonly payload_hex: string;
  readonly expected: Readonly<Record<string, unknown>> | null;
  readonly units?: Readonly<Record<string, string>>;
  readonly hidden?: Readonly<Record<string, unknown>>;
  readonly consumed_bits?: number;
  readonly trailing_bits?: number;
  readonly error: string | null;
}

/** The folder of the blueprints that are shipped. */
export const catalogFolder = join(import.meta.dirname, '../../../../catalog');

export function catalogText(path: string): string {
  return readFileSync(join(catalogFolder, path), 'utf8');
}

export const catalogSamples: readonly CatalogSample[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'samples.json'), 'utf8'),
);
