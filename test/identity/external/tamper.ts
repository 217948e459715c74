import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a test changes of an answer in JSON. */
export type Change = (answer: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>;

/** How one address of a provider behaves: `cut`: the connection ends without an answer, `hang`: nothing comes, a number: that status. */
export type Behaviour = Change | 'cut' | 'hang' | number;

/** @returns whether there is an answer to wait for */
export function behave(behaviour: Behaviour | undefined, request: IncomingMessage, response: ServerResponse): boolean {
  if (behaviour === 'cut') request.destroy();
  if (typeof behaviour === 'number')
    response.writeHead(behaviour, { 'content-type': 'text/plain' }).end('secret words');
  if (typeof behaviour === 'function') change(response, behaviour);
  return behaviour === undefined || typeof behaviour === 'function';
}

function change(response: ServerResponse, by: Change): void {
  const end = response.end.bind(response);
  response.end = (content: unknown) => {
    const send = async () => {
      const text = JSON.stringify(await by(JSON.parse(String(content)) as Record<string, unknown>));
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    };
    send().catch(cause => response.destroy(cause as Error));
    return response;
  };
}
