import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { asset, packaged } from '../../kit/program.ts';
import { type StaticFile, StaticFiles, staticFile, TYPES } from '../../rpc/serve/static-files.ts';
import { DOCUMENT_FILES, documentAsset } from './names.ts';
import { errorsPage, PAGE, START } from './pages.ts';

/** The description of the public API: the document, the page that shows it, and what each error means. */
const FILES: Readonly<Record<string, () => StaticFile>> = {
  '/api/docs': () => written(TYPES.html, PAGE),
  '/api/docs/start.js': () => written(TYPES.js, START),
  '/api/docs/errors': () => written(TYPES.html, errorsPage()),
  '/api/openapi.json': () => stored(TYPES.json, 'openapi.json'),
  '/api/docs/swagger-ui.css': () => stored(TYPES.css, 'swagger-ui.css'),
  '/api/docs/swagger-ui-bundle.js': () => stored(TYPES.js, 'swagger-ui-bundle.js'),
};

export function documentFiles(): StaticFiles {
  return new StaticFiles(path => FILES[path]?.());
}

function written(type: string, text: string): StaticFile {
  return staticFile(type, { plain: Buffer.from(text) });
}

/** The executable has it compressed; from its sources the program compresses it now. */
function stored(type: string, name: keyof typeof DOCUMENT_FILES): StaticFile {
  if (packaged) return staticFile(type, { brotli: asset(documentAsset(name)) });
  const { package: of } = DOCUMENT_FILES[name];
  if (of === undefined) return staticFile(type, { plain: asset(`docs/${name}`) });
  return staticFile(type, { plain: readFileSync(createRequire(import.meta.url).resolve(`${of}/${name}`)) });
}
