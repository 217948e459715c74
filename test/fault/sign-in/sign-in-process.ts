/**
 * Refreshes sessions until it is killed: a refresh token a line on its standard input, and for each what a client would be answered, as
 * JSON on its standard output. The folder of the database is its argument; its time stands still.
 */
import { createInterface } from 'node:readline';
import { openScene } from '../../identity/signin/scene.ts';

const [, , path = ''] = process.argv;
const scene = await openScene({ testdir: () => '', teardown: () => {} } as never, { path });
process.stdout.write('started\n');
for await (const refresh_token of createInterface({ input: process.stdin })) {
  const { tokens } = await scene.call('RefreshTokens', { refresh_token });
  process.stdout.write(`${JSON.stringify(tokens)}\n`);
}
process.exit(0);
