// `npm run check [-- --no-tests]`: everything that must hold before a change is committed; zero warnings.
import { ensureFreshDocument, ensureInstalled, node, run } from './install.mjs';

const RELEASED = 'proto/released.binpb';

// It asks no other host for anything.
Object.assign(process.env, { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });
ensureInstalled();
ensureFreshDocument();
const steps = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', node, ['node_modules/typescript-native/bin/tsc', '-p', '.']],
  ['types of the console', node, ['node_modules/typescript-native/bin/tsc', '-p', 'web']],
  ['schema lint', 'buf', ['lint']],
  ['schema breaks nothing released', 'buf', ['breaking', '--against', RELEASED]],
  ['generated files are fresh', node, ['scripts/generate.ts', '--check']],
  ['API description', 'redocly', ['lint', 'docs/openapi.json', '--config', 'redocly.yaml', '--format', 'summary']],
  ['no known weakness stands open', node, ['scripts/bill/check.ts']],
  ['architecture', node, ['test/architecture.test.ts']],
];
let failed = 0;
for (const [name, program, args] of steps) {
  const { code, output } = run(program, args);
  report(name, code, output);
}
if (!process.argv.includes('--no-tests')) {
  const { code } = run(process.execPath, ['scripts/test.mjs'], { stdio: 'inherit' });
  report('tests', code, '');
}
process.exitCode = failed === 0 ? 0 : 1;

function report(name, code, output) {
  if (code !== 0) {
    failed++;
    process.stdout.write(output);
  }
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
}
