// A test file starts the threads of the store dozens of times, which took a third of `npm test`: Node.js itself is most of what each
// start costs. Here a thread whose work is over takes the next one, from the first line of the program on.
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

const threads = createRequire(import.meta.url)('node:worker_threads');
const { MessageChannel, Worker } = threads;
const sources = new URL('../src/', import.meta.url).href;
const pooled = new URL('../node_modules/.cache/waystation-threads/pooled/', import.meta.url).href;
const THREAD = new URL('test-pool-thread.mjs', import.meta.url);
/** More of them only wait: a file has few service centers at a time. */
const MOST_IDLE = 6;
const idle = [];

/** What `Worker` is to the program. */
class Thread extends EventEmitter {
  #thread;
  #port;

  constructor(program, workerData) {
    super();
    const { port1, port2 } = new MessageChannel();
    const thread = idle.pop() ?? new Worker(THREAD);
    this.#thread = thread;
    this.#port = port1;
    port1.on('message', message => this.emit('message', message));
    // It says so when its work is over, and what it has said before comes by the port, which closes behind it.
    let left = 2;
    const over = () => {
      if (--left > 0) return;
      thread.off('error', failed).off('exit', ended).unref();
      if (idle.length < MOST_IDLE) idle.push(thread);
      else thread.terminate();
      this.emit('exit', 0);
    };
    const failed = error => this.emit('error', error);
    const ended = code => {
      port1.off('close', over).close();
      this.emit('exit', code);
    };
    port1.once('close', over);
    thread.once('message', over).once('error', failed).once('exit', ended).ref();
    thread.postMessage({ program, workerData, port: port2 }, [port2]);
    setImmediate(() => this.emit('online'));
  }

  get threadId() {
    return this.#thread.threadId;
  }

  postMessage(message, transferred) {
    this.#port.postMessage(message, transferred);
  }

  terminate() {
    return this.#thread.terminate();
  }
}

threads.Worker = new Proxy(Worker, {
  construct(real, [source, options]) {
    const { href = '' } = source;
    const program = pooled + href.slice(sources.length).replace(/\.ts$/, '.mjs');
    const isPooled = href.startsWith(sources) && existsSync(fileURLToPath(program));
    return isPooled ? new Thread(program, options.workerData) : new real(source, options);
  },
});
syncBuiltinESMExports();
