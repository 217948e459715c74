// Loaded in front of the program, as `BROKEN` says what is to go wrong in it.
import { Server } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const [what, ...more] = (process.env.BROKEN ?? '').split(' ');
if (isMainThread && process.argv.includes('serve')) {
  const [number] = more.map(Number);
  const later = act => setTimeout(act, number).unref();
  const acts = {
    ends: () => later(() => process.exit(1)),
    hangs: () =>
      later(() => {
        for (;;);
      }),
    eats() {
      const kept = [];
      setInterval(() => kept.push(Buffer.alloc(32 * 1024 * 1024, 1)), 100).unref();
    },
    deaf() {
      const { emit } = Server.prototype;
      Server.prototype.emit = function (name, ...args) {
        if (name === 'connection' && this.address()?.port === number) return true;
        return emit.call(this, name, ...args);
      };
    },
  };
  acts[what]?.();
}
