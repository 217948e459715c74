import {
  type ChannelCredentials,
  Client,
  type ClientReadableStream,
  credentials,
  type MethodDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { fromJSON, type ServiceDefinition } from '@grpc/proto-loader';
import { asset } from '../kit/program.ts';
import { systemClock } from '../kit/time/clock.ts';
import type { ClientMethods, MethodName } from '../rpc/schema.gen.ts';

/** An API client over native gRPC: `api.call('GetEndPoint', { ep_eui })`, `api.stream('StreamMessages', {})`. */
export interface Api {
  call<M extends MethodName>(
    method: M,
    request: ClientMethods[M]['request'],
    deadlineMs?: number,
  ): Promise<ClientMethods[M]['response']>;
  stream<M extends MethodName>(
    method: M,
    request: ClientMethods[M]['request'],
  ): ClientReadableStream<ClientMethods[M]['response']>;
  close(): void;
}

/** The token of an error, from its trailer. */
export function tokenOf(error: unknown): string {
  const [token] = (error as ServiceError).metadata?.get('x-error-token') ?? [];
  return String(token ?? '');
}

/** PlatformService as the client calls it; nothing of it ever changes. */
export function platformService(): ServiceDefinition {
  const definition = fromJSON(JSON.parse(asset('proto/platform.json').toString()), {
    keepCase: true,
    longs: String,
    enums: String,
    bytes: Buffer,
    defaults: true,
    arrays: true,
    objects: true,
  });
  return definition['platform.api.v1.PlatformService'] as ServiceDefinition;
}

/** @param service for several clients that share it */
export function openApi(
  port: number,
  channel: ChannelCredentials = credentials.createInsecure(),
  service: ServiceDefinition = platformService(),
): Api {
  const client = new Client(`127.0.0.1:${port}`, channel);
  const methodOf = (name: string) => {
    const method = service[name];
    if (!method) throw new Error(`no method ${name}`);
    return method as MethodDefinition<object, object>;
  };
  return {
    call: (name, request, deadlineMs = 30_000) =>
      new Promise((resolve, reject) => {
        const { path, requestSerialize, responseDeserialize } = methodOf(name);
        const options = { deadline: systemClock.now() + deadlineMs };
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request as object,
          options,
          (error, value) => (error ? reject(error) : resolve(value as never)),
        );
      }),
    stream(name, request) {
      const { path, requestSerialize, responseDeserialize } = methodOf(name);
      return client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request as object) as never;
    },
    close: () => client.close(),
  };
}
