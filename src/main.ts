import { run } from './cli/program.ts';
import { background, impossible } from './kit/background.ts';

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
