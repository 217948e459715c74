import type { Config } from '../config/load.ts';
import { present } from '../kit/present.ts';
import type { ClientMethods, MethodName } from '../rpc/schema.gen.ts';
import type { Box } from '../upkeep/box/acts.ts';
import { runningBox } from '../upkeep/box/client.ts';
import { noData, withDataDir } from './locked.ts';

/**
 * Has something done by the server that runs on the data folder, or, when none does, on the folder itself (operations 5).
 * @param options.make folder and database are made when there are none
 */
export async function withBox<T>(
  config: Config,
  run: (box: Box) => Promise<T>,
  options: { make: boolean } = { make: false },
): Promise<T> {
  const isThere = present(config.data_dir);
  if (!isThere && !options.make) throw new Error(noData(config.data_dir));
  const running = isThere ? await runningBox(config.data_dir) : undefined;
  if (!running) {
    const act = async () => {
      // Loaded only now: beside a running server the command needs none of it.
      const { onStoppedBox } = await import('../app.ts');
      return onStoppedBox(config, run, options);
    };
    return withDataDir(config, act, options);
  }
  try {
    return await run(running);
  } finally {
    running.close();
  }
}

type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

/** A message of the API in its JSON: what is absent is left out, a time is a text, and so is a 64-bit number. */
export type JsonOf<T> = T extends readonly (infer E)[]
  ? readonly JsonOf<E>[]
  : T extends Uint8Array
    ? string
    : T extends object
      ? 'nanos' extends keyof T
        ? string
        : 'paths' extends keyof T
          ? string
          : 'fields' extends keyof T
            ? Readonly<Record<string, unknown>>
            : { readonly [K in keyof T as Camel<K & string>]: JsonOf<T[K]> }
      : T;

export type RequestJson<M extends MethodName> = JsonOf<ClientMethods[M]['request']>;
export type ResponseJson<M extends MethodName> = JsonOf<ClientMethods[M]['response']>;

/** The API as the operator of the box calls it. */
export interface Calls {
  /** @throws Fault */
  call<M extends MethodName>(method: M, request: RequestJson<M>): Promise<ResponseJson<M>>;
  /** Resolves when the signal ends. @throws Fault */
  stream<M extends MethodName>(
    method: M,
    request: RequestJson<M>,
    signal: AbortSignal,
    item: (message: ResponseJson<M>) => Promise<void> | void,
  ): Promise<void>;
}

export function callsOf(box: Box): Calls {
  return {
    call: async (method, request) => (await box.act('call', { method, request })) as never,
    async stream(method, request, signal, item) {
      await box.act('call', { method, request }, { signal, item: message => item(message as never) });
    },
  };
}

/** Has the API called by `withBox`. */
export function withCalls<T>(config: Config, run: (calls: Calls, box: Box) => Promise<T>): Promise<T> {
  return withBox(config, box => run(callsOf(box), box));
}

/** All rows of a list, page by page. */
export async function everyPage<P extends { readonly nextPageToken: string }, R>(
  page: (pageToken: string) => Promise<P>,
  rowsOf: (page: P) => readonly R[],
): Promise<R[]> {
  const rows: R[] = [];
  let token = '';
  do {
    const found = await page(token);
    rows.push(...rowsOf(found));
    token = found.nextPageToken;
  } while (token !== '');
  return rows;
}
