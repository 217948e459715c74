import { existsSync, readFileSync } from 'node:fs';
import type { Blueprint } from '../../domain/blueprint/codec/blueprint.ts';
import { BlueprintProblem } from '../../domain/blueprint/codec/problems.ts';
import { readBlueprint } from '../../domain/blueprint/codec/read.ts';
import { asset } from '../../kit/program.ts';
import { SensorPayloads } from '../../simulate/sensor-payloads.ts';

/** A blueprint that ships with the program, below `catalog/`. */
const SHIPPED = /^[a-z0-9-]+\/[a-z0-9-]+\/v[a-z0-9._-]+\.json$/;

/** How a blueprint is named on the command line. */
export const BLUEPRINT_FILE = 'a file, or one that ships, such as weptech/munia-m/v1.json';

/** @throws Error that says in one line why there are none */
export function readSensorPayloads(file: string, format?: number): SensorPayloads {
  return explained(file, () => new SensorPayloads(documentOf(file), format));
}

/** @throws likewise */
export function readBlueprintFile(file: string): Blueprint {
  return explained(file, () => readBlueprint(documentOf(file)));
}

function explained<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BlueprintProblem)) throw new Error(`${file}: ${(error as Error).message}`);
    const { line, column, reason, detail } = error;
    throw new Error(`${file}:${line}:${column}: ${reason}: ${detail}`);
  }
}

/** A file goes before a shipped one of the same path. */
function documentOf(file: string): string {
  const isShipped = SHIPPED.test(file) && !existsSync(file);
  return (isShipped ? asset(`catalog/${file}`) : readFileSync(file)).toString();
}
