import type { Capability } from '../../domain/account/roles.ts';
import type { Once, RequestSource } from '../../domain/event/acting.ts';
import type { FaultName } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import type { Input } from '../input.ts';
import type { MethodName, Methods } from '../schema.gen.ts';

export type { MethodName } from '../schema.gen.ts';

/** `public`: no credentials. `exempt`: credentials, no organization. `org`: both (identity API section 7.3). */
export type Access = 'public' | 'exempt' | 'org';

/**
 * The least a user must be able to do: one capability, both (`&`), either (`|`); `user` = any user but no service account; empty = any
 * principal. What depends on the request (own key, own organization, system row) is decided by the handler.
 */
export type Needs = '' | 'user' | Capability | `${Capability}${'&' | '|'}${Capability}`;

type KeyScope = `${string}:${'read' | 'write'}`;

/** The scope an API key must have; `no key` = never by an API key; empty = every key. */
export type Scope = '' | 'no key' | KeyScope | `${KeyScope}&${KeyScope}`;

/** Who calls. `id` names the user or the API key in events; it is empty only for an anonymous call of a public RPC. */
export interface Principal {
  readonly kind: 'anonymous' | 'operator' | 'user' | 'user_key' | 'service_account';
  readonly id: string;
  readonly email: string;
  /** Whose API key it is, of a user key. */
  readonly userId?: string;
  /** Uuid of the organization beyond which an API key reaches nothing, also where access asks for none. */
  readonly keyOrganizationId?: string;
  /** What it may do in the organization of the call. The operator may do everything, and has no list. */
  readonly capabilities?: readonly Capability[];
  /** Administers the server by this call. */
  readonly isAdmin?: boolean;
  /** Uuid of the session, of who has signed in. */
  readonly sessionId?: string;
  /** Of an API key: what it is for. */
  readonly scopes?: readonly string[];
}

/** What a handler knows about its call beside the request. */
export interface Call {
  /** Row id of the organization to which every row read or written belongs; 0, which no row has, where access asks for none. */
  readonly org: number;
  /** The same organization as clients name it; empty where access asks for none. */
  readonly organizationId: string;
  readonly principal: Principal;
  /** Nothing may be changed there: it is suspended. */
  readonly onlyReads?: boolean;
  /** The organization that an exempt call names by its header all the same. */
  readonly namedOrganizationId?: string;
  /** Here the handler of a stream notes what its content depends on beyond what its RPC needs. */
  readonly reliesOn: Set<Capability>;
  /** Of the client, without port. */
  readonly address: string;
  /** It cannot be read on the way: TLS, or a client on this machine. */
  readonly secure: boolean;
  /** All values of a request header, by its lower-case name: what a browser sends beside the request. */
  headers(name: string): readonly string[];
  /** By which way it is asked. */
  readonly source: RequestSource;
  /** Ends when the client cancels, the deadline passes or the service stops. A stream handler must return soon after. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly requestId: string;
  /** Wall clock in milliseconds; undefined for a stream without a deadline. */
  readonly deadline: number | undefined;
  /** The versions of what is to be changed of which the caller says that it means one: tags, or `*`. */
  readonly ifMatch?: readonly string[] | undefined;
  /** The caller may send the same call again, and wants its effect once. */
  readonly once?: Once | undefined;
  /** What the answer says beside its message, where the transport has a place for it. */
  readonly told: AnswerFacts;
}

/** Who calls, and the organization of everything the call reads and writes. */
export type Admission = Pick<Call, 'principal' | 'org' | 'organizationId' | 'onlyReads' | 'namedOrganizationId'>;

/** What a handler tells beside its answer. */
export interface AnswerFacts {
  /** Version of what the answer shows; it becomes a weak entity tag. */
  version?: number | string;
  /** Where what was made is found: a path. */
  location?: string;
  /** What the caller should look after, though the call succeeded. */
  warning?: string;
  /** The same call came before: this is its answer again. */
  repeated?: true;
  /** Of a stream: the caller was given everything up to this place. */
  place?: number;
  /** How many requests a second the caller may send, how many it may send at once now, and the seconds until that is all it may. */
  rate?: { readonly limit: number; readonly remaining: number; readonly resetS: number };
  /** What the browser of the caller is to keep: a line of `Set-Cookie`. */
  cookie?: string;
  /** Further headers, their names in lower case. */
  headers?: Readonly<Record<string, string>>;
}

export type RequestOf<M extends MethodName> = Methods[M]['request'];
export type ResponseOf<M extends MethodName> = Methods[M]['response'];

type Leaf = string | number | boolean | bigint | Uint8Array | null | undefined;

/** What of a type is an object: a 64-bit number may be one, or a plain number or text. */
type Part<Shape> = Extract<NonNullable<Shape>, object>;

/** `T` where every field that `Shape` does not have became `never`: a misspelt optional field is an error instead of nothing. */
export type Exact<T, Shape> = T extends Leaf
  ? T
  : T extends readonly (infer E)[]
    ? Shape extends readonly (infer S)[]
      ? readonly Exact<E, S>[]
      : never
    : T extends object
      ? { [K in keyof T]: K extends keyof Part<Shape> ? Exact<T[K], Part<Shape>[K]> : never }
      : T;

/** Who may call an RPC. */
export interface Rule {
  /** Of the public API: who calls shows a key or has signed in, in both editions (REST section 2). */
  readonly keyed?: true;
  readonly access: Access;
  readonly needs: Needs;
  readonly scope: Scope;
}

/** The types of one method of a schema. */
export interface MethodTypes {
  readonly request: object;
  readonly response: object;
  readonly stream: boolean;
}

type Handle<M extends MethodTypes, P, R> = (
  input: P,
  call: Call,
) => M['stream'] extends true ? AsyncIterable<Iterable<R>> : R | Promise<R>;

/** What is said of a method that is served. `R` is what its handler answers. */
export interface MethodRow<M extends MethodTypes, P, R> extends Rule {
  readonly input: Input<M['request'], P, keyof M['request'] & string>;
  readonly handle: Handle<M, P, R & Exact<R, M['response']>>;
  /** What of the request asks for more than `needs` and `scope` is judged before anything of it is checked. @throws fault of the right */
  readonly demands?: (request: M['request'], by: Admission) => void;
  /** How long the caller lets a unary handler wait for a peer, seconds; its deadline moves out by it (platform API 1.12). */
  readonly waitSeconds?: (input: P) => number;
}

/** One RPC as the invoker sees it: it has a handler, or it refuses every call. */
export interface Row extends Rule {
  /** Of a method of PlatformService its name; of another service that one's full name, a slash and the method's. */
  readonly name: string;
  readonly refuse?: FaultName;
  readonly input?: Input<never, unknown>;
  readonly handle?: (input: never, call: Call) => unknown;
  readonly demands?: (request: never, by: Admission) => void;
  readonly waitSeconds?: (input: never) => number;
}

/** Declares one RPC. The method name selects the types of request and response. */
export function rpc<M extends MethodName, P, R extends ResponseOf<M>>(name: M, row: MethodRow<Methods[M], P, R>): Row {
  return { name, ...row };
}

/** An RPC that answers the same fault to every call, before it looks at the request (the edition gate of identity API section 9). */
export function refusedRpc(name: MethodName, row: Rule & { readonly refuse: FaultName }): Row {
  return { name, ...row };
}
