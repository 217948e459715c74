import { scopes } from '../../src/domain/apikey/scopes.ts';
import type { RestBox } from '../rest/box.ts';
import type { Operation } from './document.ts';
import type { Draft } from './draft.ts';
import type { Elsewhere } from './elsewhere.ts';
import { ADMINISTRATORS } from './scene.ts';

/** What a caller who may not call is told. */
interface Refusal {
  readonly status: number;
  readonly token: string;
}

const NOWHERE = '0192f000-0000-7000-8000-0000000000ee';

/** Those who call without being allowed to. */
export class Strangers {
  readonly #box: RestBox;
  readonly #elsewhere: Elsewhere;
  readonly #lacking = new Map<string, Promise<Draft['headers']>>();

  constructor(box: RestBox, elsewhere: Elsewhere) {
    this.#box = box;
    this.#elsewhere = elsewhere;
  }

  /** Makes a request that of one of them. @returns what must be answered */
  async disguise(draft: Draft, operation: Operation, nth: number): Promise<Refusal> {
    const { scope } = operation;
    const { headers } = draft;
    const { key, organizationId } = this.#elsewhere;
    // What is a user's own asks for no organization, and a key is no user.
    if (operation.path.startsWith('/api/v2/me/') && nth % 8 > 1) return { status: 403, token: 'UserPrincipalRequired' };
    switch (nth % 8) {
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
        headers['x-organization-id'] = NOWHERE;
        return { status: 403, token: 'OrganizationAccessDenied' };
      case 4:
        headers['x-organization-id'] = organizationId;
        return { status: 403, token: 'OrganizationAccessDenied' };
      case 5:
        Object.assign(headers, key, { 'x-organization-id': this.#box.organizationId });
        return { status: 403, token: 'OrganizationAccessDenied' };
      case 6: {
        Object.assign(headers, key);
        // What sign-in has left behind is not reached.
        if (!this.#box.enterprise) return { status: 403, token: 'OrganizationAccessDenied' };
        const isNamed = operation.parameters.some(({ name, required }) => name === 'organizationId' && required);
        if (operation.method !== 'GET' || !isNamed) return this.disguise(draft, operation, 5);
        // Rights come before what the query says, and some it asks for.
        draft.query = draft.query.filter(([name]) => name !== 'installation');
        const isForThem = ADMINISTRATORS[operation.id] === undefined;
        return { status: 403, token: isForThem ? 'OrganizationContextMismatch' : 'ServerAdminRequired' };
      }
      default:
        if (scope === undefined) return this.disguise(draft, operation, 0);
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
