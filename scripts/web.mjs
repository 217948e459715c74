// `npm run web [-- --parts|--budget] [--api URL] [--port N]`: serves the console from source before a running Waystation, shows
// every part on one page, or measures what a browser must load.
import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { run } = await import('./web/command.ts');
await run(process.argv.slice(2));
