import { parseArgs } from 'node:util';
import { reportBudget } from './budget.ts';
import { serveConsole } from './server.ts';

/** What `npm run web` does with its arguments. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      parts: { type: 'boolean', default: false },
      budget: { type: 'boolean', default: false },
      api: { type: 'string', default: 'http://127.0.0.1:9090' },
      port: { type: 'string', default: '9091' },
    },
  });
  if (values.budget) {
    process.exitCode = (await reportBudget()) ? 0 : 1;
    return;
  }
  const entry = values.parts ? 'web/parts/examples/examples.tsx' : 'web/main.tsx';
  const address = await serveConsole({ entry, api: new URL(values.api), port: Number(values.port) });
  console.log(`${values.parts ? 'parts' : 'console'} at ${address}`);
}
