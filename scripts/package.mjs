// `npm run package [-- --target x64|arm64] [-- --test]`: installs what is missing, then makes what is shipped, into dist/.
import { join } from 'node:path';
import { become, ensureFreshDocument, ensureInstalled, environment, node, root } from './install.mjs';

ensureInstalled();
ensureFreshDocument();
// What a developer has set for his own Node.js must not get into what is shipped.
const { NODE_OPTIONS: _, ...env } = environment;
become(node, [join(root, 'scripts/package/main.ts'), ...process.argv.slice(2)], env);
