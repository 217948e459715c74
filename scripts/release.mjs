// `npm run release -- COMMAND`: installs what is missing, then signs what the makers sign; docs/releasing.md.
import { join } from 'node:path';
import { become, ensureInstalled, environment, node, root } from './install.mjs';

ensureInstalled();
become(node, [join(root, 'scripts/release/main.ts'), ...process.argv.slice(2)], environment);
