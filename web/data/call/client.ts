// The one way to the RPCs. Pages call `client.getEndPoint({ … })` through `data/query.ts`.
import { toJsonString } from '@bufbuild/protobuf';
import { type Client, Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { PlatformService } from '../../gen/platform/api/v1/platform_pb.ts';
import { answered, isAway, unanswered } from './away.ts';
import { noteRpc } from './calls.ts';
import { identify, renew, session } from './session.ts';

/** A call that takes longer is given up; streams have no such end. */
const PATIENCE_MS = 20_000;

const watch: Interceptor = next => async request => {
  identify(request.header);
  const { service, method } = request;
  // of a stream the only question is not read here
  const asked = request.stream ? undefined : request.message;
  noteRpc(service.typeName, method.name, () => (asked ? toJsonString(method.input, asked) : '{}'));
  try {
    const response = await next(request);
    answered();
    return response;
  } catch (cause) {
    if (isAway(cause)) unanswered();
    else answered();
    if (!hasEnded(cause) || session.value?.accessToken === undefined || request.stream) throw cause;
    if (!(await renew())) throw cause;
    identify(request.header);
    return next(request);
  }
};

/** Whether the access token is too old: a new one is asked for, once. */
function hasEnded(cause: unknown): boolean {
  return cause instanceof ConnectError && cause.code === Code.Unauthenticated;
}

export const client: Client<typeof PlatformService> = createClient(
  PlatformService,
  createConnectTransport({
    baseUrl: globalThis.location?.origin ?? '',
    useBinaryFormat: true,
    defaultTimeoutMs: PATIENCE_MS,
    interceptors: [watch],
  }),
);
