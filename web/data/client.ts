// The one way to the RPCs. Pages call `client.getEndPoint({ … })` through `data/query.ts`.
import { type Client, createClient, type Interceptor } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { PlatformService } from '../gen/platform/api/v1/platform_pb.ts';
import { answered, isAway, unanswered } from './away.ts';
import { identify } from './session.ts';

/** A call that takes longer is given up; streams have no such end. */
const PATIENCE_MS = 20_000;

const watch: Interceptor = next => async request => {
  identify(request.header);
  try {
    const response = await next(request);
    answered();
    return response;
  } catch (cause) {
    if (isAway(cause)) unanswered();
    else answered();
    throw cause;
  }
};

export const client: Client<typeof PlatformService> = createClient(
  PlatformService,
  createConnectTransport({
    baseUrl: globalThis.location?.origin ?? '',
    useBinaryFormat: true,
    defaultTimeoutMs: PATIENCE_MS,
    interceptors: [watch],
  }),
);
