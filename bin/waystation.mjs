#!/usr/bin/env node
// Looks at the version before anything that an older Node.js could not even read.
import { fileURLToPath } from 'node:url';

const { node: version } = process.versions;
if (Number.parseInt(version, 10) < 24) {
  console.error(
    `Waystation needs Node.js 24, and this is ${version}: start it with "npm start", which brings its own.`,
  );
  process.exitCode = 1;
} else {
  const { productEnvironment, productFlags } = await import('../scripts/install.mjs');
  const complete = productFlags.length === 0 && Object.keys(productEnvironment).every(name => name in process.env);
  const main = new URL('../src/main.ts', import.meta.url);
  // Flags and environment must be there when a process starts: where the system can, it starts again under its own id.
  if (complete || !process.execve) await import(main.href);
  else {
    const args = [...process.execArgv, ...productFlags, fileURLToPath(main), ...process.argv.slice(2)];
    process.execve(process.execPath, [process.execPath, ...args], productEnvironment);
  }
}
