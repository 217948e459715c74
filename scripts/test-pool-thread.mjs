// A thread of scripts/test-pool.mjs: runs one program after the other, each as a thread of its own would.
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { makeEmpty } from './test-empty.mjs';

const require = createRequire(import.meta.url);
const threads = require('node:worker_threads');

parentPort.on('message', async ({ program, workerData, port }) => {
  port.once('close', () => parentPort.postMessage('over'));
  const { run } = await import(program);
  if (program.endsWith('/writer.mjs')) makeEmpty(workerData);
  const own = { ...threads, parentPort: port, workerData };
  run(name => (name === 'node:worker_threads' ? own : require(name)), { exports: {} });
});
