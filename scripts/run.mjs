// `npm start [-- ARGUMENTS]`, `npm run bench`: installs what is missing, then becomes the program.
import { join } from 'node:path';
import { become, ensureInstalled, node, productEnvironment, productFlags, root } from './install.mjs';

const args = process.argv.slice(2);
ensureInstalled();
if (args[0] === 'bench') become(node, [join(root, 'test/bench/bench.ts'), ...args.slice(1)]);
else become(node, [...productFlags, join(root, 'src/main.ts'), ...args], productEnvironment);
