import type { Rules } from '../protocol/engine.ts';
import { FrameWriter } from '../protocol/frames.ts';
import { commandsOf } from '../protocol/operations.ts';
import { type Bssci, bssci } from './operations.ts';

export const IDENTIFIER = Buffer.from('MIOTYB01', 'latin1');

/** What distinguishes BSSCI from its sibling protocol, for one listener. */
export function bssciRules(openOperations: number): Rules<Bssci> {
  return {
    table: bssci,
    commands: commandsOf(bssci),
    // One public client library confuses the two (BSSCI 5.2).
    completionAliases: new Map([['dlDataRevCmp', 'dlDataRes']]),
    silentOnFailure: new Set(['ulData']),
    openOperations,
    frames: new FrameWriter(IDENTIFIER),
  };
}
