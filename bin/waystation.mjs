#!/usr/bin/env node
// Looks at the version before anything that an older Node.js could not even read.
const { node: version } = process.versions;
if (Number.parseInt(version, 10) >= 24) {
  await import('../src/main.ts');
} else {
  console.error(`Waystation needs Node.js 24, and this is ${version}: start it with "npm start", which brings its own.`);
  process.exitCode = 1;
}
