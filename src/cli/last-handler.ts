import type { Log } from '../kit/log.ts';

/** How Node.js names what can only be the trouble of one connection or stream: a peer that is gone, or what it sent. */
const OF_ONE_PEER = /^(ERR_HTTP2_|ERR_HTTP_|ERR_STREAM_|ERR_TLS_|ERR_SSL_|HPE_|ECONNRESET$|ECONNABORTED$|ETIMEDOUT$)/;

/** Where an error goes that was not caught: what a request brings must end that request, never the service (ADR 22). */
export interface LastHandler {
  /** Resolves with an exception after which it is not known what was left half-done: the service should stop. */
  readonly lost: Promise<Error>;
}

export function installLastHandler(log: Log, on: Pick<NodeJS.Process, 'on'> = process): LastHandler {
  const lost = Promise.withResolvers<Error>();
  let reported = false;
  on.on('uncaughtException', error => {
    const code = codeOf(error);
    if (OF_ONE_PEER.test(code))
      log.error({ err: error }, 'an error of one connection was not caught; all others go on');
    // The first is logged with the end of the service. That a terminal was closed cannot be logged there: each try would end here again.
    else if (reported && code !== 'EPIPE') log.error({ err: error }, 'another exception was not caught');
    else {
      reported = true;
      lost.resolve(error);
    }
  });
  on.on('unhandledRejection', reason => {
    log.error({ err: reason }, 'work failed that nobody waited for; everything else goes on');
  });
  return { lost: lost.promise };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
