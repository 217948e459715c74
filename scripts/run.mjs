// `npm start [-- ARGUMENTS]`, `npm run bench [-- NAME] [OPTIONS]`: installs what is missing, then becomes the program.
import { join } from 'node:path';
import { become, ensureInstalled, node, productEnvironment, productFlags, root } from './install.mjs';

const args = process.argv.slice(2);
ensureInstalled();
if (args[0] === 'bench') {
  const [name, ...rest] = /^[a-z]+$/.test(args[1] ?? '') ? args.slice(1) : ['bench', ...args.slice(1)];
  become(node, [join(root, `test/bench/${name}.ts`), ...rest]);
} else become(node, [...productFlags, join(root, 'src/main.ts'), ...args], productEnvironment);
