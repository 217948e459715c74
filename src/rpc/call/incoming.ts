import type { RequestSource } from '../../domain/event/acting.ts';
import type { Admission, AnswerFacts } from './define.ts';

/** What a transport knows about a call. */
export interface Incoming {
  readonly transport: 'grpc' | 'grpc-web' | 'connect' | 'rest';
  /** Address of the client, without port. */
  readonly address: string;
  /** It cannot be read on the way: TLS, or a client on this machine. */
  readonly secure: boolean;
  /** By the internal port. */
  readonly internal?: boolean;
  /** All values of a request header, by its lower-case name. */
  headers(name: string): readonly string[];
  /** What is left of the client's deadline; undefined when it set none. */
  readonly timeoutMs: number | undefined;
  /** Ends when the client gives up the call. */
  readonly signal: AbortSignal;
  /** What the caller says of versions and repetitions (`Call.ifMatch`, `Call.once`), and where it is told of them. */
  readonly conditions?: {
    readonly ifMatch?: readonly string[] | undefined;
    /** Its key, and a digest of what is asked for. */
    readonly once?: { readonly key: string; readonly digest: string } | undefined;
    readonly told: AnswerFacts;
  };
  /** What is shown in place of credentials: it opens one stream. */
  readonly ticket?: string;
  /** How the caller calls this request; without it the invoker gives it an id. */
  readonly requestId?: string;
  /** Of a part of this process, which has been let in as the caller it speaks for. */
  readonly inside?: { readonly admission: Admission; readonly source: RequestSource };
}

/** How a transport reads the request and writes a response; both may throw faults. */
export interface Codec<T> {
  /** Brings in what is only read of a caller who was let in. */
  ready?(admission: Admission): Promise<void> | undefined;
  decode(): unknown;
  encode(response: unknown): T;
  /** The same in bits, each short: what is asked for the next does one of them. Undefined: the response is short as a whole. */
  steps?(response: unknown): Iterator<unknown, T> | undefined;
}

export interface OpenStream<T> {
  /** What leaves together: a step between threads of control for each message would cost as much as the message. */
  readonly batches: AsyncIterable<readonly T[]>;
  /** Ends when the stream is to end, so that a transport stops waiting for a slow reader. */
  readonly signal: AbortSignal;
}
