// `npm start`, `npm run bench`: installs what is missing, then becomes the program.
import { join } from 'node:path';
import { become, ensureInstalled, node, productEnvironment, productFlags, root } from './install.mjs';

const [what, ...args] = process.argv.slice(2);
ensureInstalled();
if (what === 'bench') become(node, [join(root, 'test/bench/bench.ts'), ...args]);
else become(node, [...productFlags, join(root, 'src/main.ts'), what, ...args], productEnvironment);
