import { run } from './cli/program.ts';

// Everything was awaited by then; what a library may have left open does not keep a stopped service alive.
run(process.argv.slice(2)).then(code => process.exit(code));
