/**
 * What it costs to decode: every sample of the catalog that decodes, in turn, as uplinks of different endpoints come; once as values
 * and once as the JSON text that is stored. Each is timed by itself, with what reading the clock costs beside it.
 * Usage: node test/bench/decode.ts [--rounds 20000]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { productFlags } from '../../scripts/install.mjs';
import { readBlueprint } from '../../src/domain/blueprint/codec/read.ts';
import { decodedJson } from '../../src/domain/blueprint/codec/values.ts';
import { catalogSamples, catalogText } from '../domain/blueprint/codec/catalog.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '20000' } } });
const ROUNDS = Number(options.rounds);
const WARM_UP = 5000;
const NS = 1e6;

if (process.execArgv.length === 0 && productFlags.length > 0) {
  // As the product runs: with the same compilers.
  const args = [...productFlags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

interface Case {
  readonly name: string;
  readonly run: (asText: boolean) => number;
}

const cases: readonly Case[] = catalogSamples
  .filter(({ error }) => error === null)
  .map(({ blueprint, direction, format, payload_hex }) => {
    const { decode } = readBlueprint(catalogText(blueprint));
    const asked = { direction, format, payload: Buffer.from(payload_hex, 'hex') };
    const run = (asText: boolean): number => {
      const decoded = decode(asked);
      if (!decoded.ok) throw new Error(decoded.detail);
      return asText ? decodedJson(decoded).length : decoded.values.size;
    };
    return { name: `${blueprint} ${direction} ${format}`, run };
  });

function timesOf(asText: boolean, rounds: number): Float64Array[] {
  const times = cases.map(() => new Float64Array(rounds));
  for (let round = 0; round < rounds; round++) {
    for (const [at, { run }] of cases.entries()) {
      const begun = performance.now();
      run(asText);
      (times[at] as Float64Array)[round] = (performance.now() - begun) * NS;
    }
  }
  return times;
}

function quantile(times: Float64Array, part: number): number {
  return times.toSorted()[Math.floor(part * (times.length - 1))] ?? 0;
}

function clockNs(): number {
  const times = Float64Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    return (performance.now() - begun) * NS;
  });
  return quantile(times, 0.5);
}

const us = (ns: number) => (ns / 1000).toFixed(2);
console.log(`${cases.length} payloads, ${ROUNDS} rounds, reading the clock takes ${us(clockNs())} µs of each figure`);
for (const asText of [false, true]) {
  timesOf(asText, WARM_UP);
  const times = timesOf(asText, ROUNDS);
  const all = Float64Array.from(times.flatMap(each => [...each]));
  console.log(
    `${asText ? 'to JSON text' : 'to values'}: median ${us(quantile(all, 0.5))} µs, p99 ${us(quantile(all, 0.99))} µs`,
  );
  const blueprints = Map.groupBy(cases.keys(), at => cases[at]?.name.split(' ')[0] ?? '');
  for (const [blueprint, places] of blueprints) {
    const slowest = [...places]
      .map(at => ({ name: cases[at]?.name ?? '', times: times[at] as Float64Array }))
      .map(each => ({ ...each, median: quantile(each.times, 0.5) }))
      .reduce((worst, each) => (each.median > worst.median ? each : worst));
    const what = slowest.name.slice(blueprint.length + 1).padEnd(12);
    console.log(
      `  ${blueprint.padEnd(42)} ${what} ${us(slowest.median)} µs, p99 ${us(quantile(slowest.times, 0.99))} µs`,
    );
  }
}
