import type { Command } from 'commander';
import { listing } from '../devices/device-models.ts';
import { checking } from './check.ts';
import { comparing } from './compare.ts';
import { decoding } from './decode.ts';
import { importing } from './import.ts';

export function register(program: Command): void {
  const blueprint = program
    .command('blueprint')
    .description('what the payloads of devices mean: list, check, try, import and compare descriptions');
  listing(blueprint);
  checking(blueprint);
  decoding(blueprint);
  importing(blueprint);
  comparing(blueprint);
}
