import type { Command } from 'commander';
import { registerNoun } from './commands.ts';
import { baseStations } from './noun.ts';

export function register(program: Command): void {
  registerNoun(program, baseStations, 'base stations: add, list, change and remove them, CSV in and out');
}
