import { writeFileSync } from 'node:fs';
import { run } from './cli/program.ts';
import { background, impossible } from './kit/background.ts';

try {
  // What `ps -e` and `top` show: the name of the first thread, which Node.js calls MainThread. The arguments stay as they are.
  writeFileSync('/proc/self/comm', 'waystation');
} catch {
  // Another system than Linux.
}

// Everything was awaited by then; what a library may have left open does not keep a stopped service alive.
const done = run(process.argv.slice(2)).then(
  code => process.exit(code),
  (cause: unknown) => {
    // What is left open by then must not keep the process: only SIGKILL would end it.
    console.error(cause);
    process.exit(1);
  },
);
background(done, impossible);
