import type protobuf from 'protobufjs';
import { fault } from '../../kit/faults/faults.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { BuiltinMethod } from './builtin.ts';
import { SERVICE } from './service.ts';

/** Whether the service can take and give data; `changed` is notified when the answer may be another one. */
export interface Health {
  serving(): boolean;
  readonly changed: Notifier;
}

/** No such service: the only status of the health protocol that is no `ErrToken…` (gRPC health checking protocol). */
export class UnknownService extends Error {}

const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;
const SERVICES: readonly string[] = ['', SERVICE];

/** grpc.health.v1.Health: Check and Watch. */
export function healthMethods(health: Health, types: protobuf.Root): BuiltinMethod[] {
  const request = types.lookupType('grpc.health.v1.HealthCheckRequest');
  const response = types.lookupType('grpc.health.v1.HealthCheckResponse');
  const serviceOf = (bytes: Uint8Array) => {
    try {
      return (request.decode(bytes) as unknown as { service: string }).service;
    } catch {
      throw fault('MalformedRequest');
    }
  };
  const answer = (status: number) => response.encode({ status }).finish();
  const now = () => (health.serving() ? SERVING : NOT_SERVING);
  return [
    {
      path: '/grpc.health.v1.Health/Check',
      unary: true,
      async *handle(requests) {
        for await (const bytes of requests) {
          if (!SERVICES.includes(serviceOf(bytes))) throw new UnknownService('unknown service');
          yield [answer(now())];
          return;
        }
        throw fault('MalformedRequest');
      },
    },
    {
      path: '/grpc.health.v1.Health/Watch',
      async *handle(requests, signal) {
        for await (const bytes of requests) {
          const known = SERVICES.includes(serviceOf(bytes));
          let sent: number | undefined;
          while (!signal.aborted) {
            const { version } = health.changed;
            const status = known ? now() : SERVICE_UNKNOWN;
            if (status !== sent) yield [answer(status)];
            sent = status;
            await health.changed.wait(version, signal);
          }
          return;
        }
      },
    },
  ];
}
