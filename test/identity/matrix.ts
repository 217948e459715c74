import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodName } from '../../src/rpc/call/define.ts';

/** One RPC as the table of the contract has it. */
export interface Entry {
  readonly no: number;
  readonly rpc: MethodName;
  /** Public, exempt of organizations, or of one. */
  readonly class: 'P' | 'X' | 'G';
  /** What a user needs, in the words of the contract. */
  readonly user: string;
  /** What an API key needs, likewise. */
  readonly scope: string;
}

const file = JSON.parse(readFileSync(join(import.meta.dirname, 'matrix.json'), 'utf8')) as { rpcs: readonly Entry[] };

export const matrix = file.rpcs;

/** The capabilities of which a user needs all for an empty request, before anything else of it is checked; `any`: one of them. */
export function userNeeds({ rpc, user, class: kind }: Entry): {
  readonly all: readonly string[];
  readonly any: readonly string[];
} {
  const [plain = ''] = user.split(/ ?\(|,| for /);
  // What an exempt RPC asks beyond this depends on the organization that its request names.
  if (kind === 'X') return { all: /^S( \(|$)/.test(user) ? ['S'] : [], any: [] };
  // Without a word of whose it shall be it is a service account's, and administrators of the server make those everywhere.
  if (rpc === 'CreateApiKey') return { all: [], any: ['A', 'S'] };
  if (user.includes('own')) return { all: [], any: ['A', 'R'] };
  if (user.includes('system rows: S')) return { all: [], any: ['E', 'S'] };
  if (plain.includes(' or ')) return { all: [], any: plain.split(' or ') };
  return { all: plain.split(' and ').filter(letter => letter !== ''), any: [] };
}

/** The scopes of which a key needs all before the request is looked at; `never` by a key. */
export function keyNeeds({ scope }: Entry): readonly string[] | 'never' {
  if (scope === 'not by key') return 'never';
  const [plain = ''] = scope.split(' (');
  return plain.split(' and ').filter(each => each.includes(':'));
}
