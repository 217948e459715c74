import type { Command } from 'commander';
import { registerNoun } from './commands.ts';
import { endpoints } from './noun.ts';

export function register(program: Command): void {
  registerNoun(program, endpoints, 'sensors: add, list, change and remove them, CSV in and out');
}
