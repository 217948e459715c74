// REST, for what has no RPC.
import { answered, unanswered } from './away.ts';
import { noteRest } from './calls.ts';
import { forgetSession, openSession, type Session } from './session.ts';

/** What REST answers when it refuses. */
export class RestFault extends Error {
  override name = 'RestFault';
  readonly status: number;
  readonly token: string;
  readonly field: string | undefined;
  readonly requestId: string;

  constructor(status: number, { token, message, field, requestId }: RestErrorBody) {
    super(message ?? `HTTP ${status}`);
    this.status = status;
    this.token = token ?? '';
    this.field = field;
    this.requestId = requestId ?? '';
  }
}

interface RestErrorBody {
  token?: string;
  message?: string;
  field?: string;
  requestId?: string;
}

const AWAY = [502, 503, 504];

/**
 * One REST call, `path` from `/api/v2` on.
 * @throws RestFault when it is refused, TypeError when nothing answers
 */
export async function rest<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  /** The version that is to be changed: refused where it is another by now. */
  ifMatch?: string,
): Promise<T> {
  const response = await answerOf(method, path, body, signal, ifMatch);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** What is answered by a file and not in JSON. @throws as `rest` */
export async function restFile(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Blob> {
  return (await answerOf(method, path, body)).blob();
}

async function answerOf(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  ifMatch?: string,
): Promise<Response> {
  noteRest(method, `/api/v2${path}`, body);
  const send = async (session: Session) =>
    fetch(addressOf(path, session), {
      method,
      headers: {
        ...credentials(session),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  let response = await send(await openSession()).catch(fail);
  if (response.status === 401 || response.status === 403) {
    // after a restart the session of the operator is gone, and a token of a user ends
    forgetSession();
    response = await send(await openSession()).catch(fail);
  }
  if (AWAY.includes(response.status)) unanswered();
  else answered();
  if (!response.ok) throw new RestFault(response.status, await bodyOf(response));
  return response;
}

/** The organization stands in the query of each call. */
function addressOf(path: string, { organizationId }: Session): string {
  return `/api/v2${path}${path.includes('?') ? '&' : '?'}organizationId=${encodeURIComponent(organizationId)}`;
}

function fail(cause: unknown): never {
  if (cause instanceof TypeError) unanswered();
  throw cause;
}

function credentials({ csrf, accessToken, organizationId }: Session): Record<string, string> {
  if (accessToken !== undefined) return { authorization: `Bearer ${accessToken}`, 'x-organization-id': organizationId };
  return { 'x-csrf-token': csrf };
}

async function bodyOf(response: Response): Promise<RestErrorBody> {
  try {
    const body = (await response.json()) as { error?: RestErrorBody } & RestErrorBody;
    return body.error ?? body;
  } catch {
    return {};
  }
}
