import { scopes } from '../../src/domain/apikey/scopes.ts';
import type { RestBox } from '../rest/box.ts';
import type { Operation } from './document.ts';
import type { Draft } from './draft.ts';

/** What a caller who may not call is told. */
interface Refusal {
  readonly status: number;
  readonly token: string;
}

const ELSEWHERE = '0192f000-0000-7000-8000-0000000000ee';

/** Those who call without being allowed to. */
export class Strangers {
  readonly #box: RestBox;
  readonly #lacking = new Map<string, Promise<Draft['headers']>>();

  constructor(box: RestBox) {
    this.#box = box;
  }

  /** Makes a request that of one of them. @returns what must be answered */
  async disguise(draft: Draft, { scope }: Operation, nth: number): Promise<Refusal> {
    const { headers } = draft;
    switch (nth % 5) {
      case 0:
        delete headers['x-api-key'];
        return { status: 401, token: 'AuthorizationRequired' };
      case 1:
        headers['x-api-key'] = `${headers['x-api-key']?.slice(0, -3)}abc`;
        return { status: 401, token: 'InvalidApiKey' };
      case 2:
        delete headers['x-organization-id'];
        return { status: 401, token: 'OrganizationIDHeaderRequired' };
      case 3:
        headers['x-organization-id'] = ELSEWHERE;
        return { status: 403, token: 'OrganizationAccessDenied' };
      default:
        if (scope === undefined) return this.disguise(draft, { scope } as Operation, 0);
        // Where two are needed each is.
        Object.assign(headers, await this.#without(fromList(scope.split('&'), nth)));
        return { status: 403, token: 'ScopeRequired' };
    }
  }

  /** Has every scope but one. */
  #without(scope: string): Promise<Draft['headers']> {
    const made =
      this.#lacking.get(scope) ??
      this.#box.key([...scopes].filter(each => each !== scope && each !== '*')).then(({ key }) => ({ ...key }));
    this.#lacking.set(scope, made);
    return made;
  }
}

function fromList(all: readonly string[], nth: number): string {
  return all[Math.floor(nth / 5) % all.length] ?? '';
}
