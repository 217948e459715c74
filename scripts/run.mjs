// `npm start`, `npm run bench`: installs what is missing, then becomes the program.
import { join } from 'node:path';
import { become, ensureInstalled, node, root } from './install.mjs';

const [what, ...args] = process.argv.slice(2);
ensureInstalled();
become(
  node,
  what === 'bench' ? [join(root, 'test/bench/bench.ts'), ...args] : [join(root, 'src/main.ts'), what, ...args],
);
