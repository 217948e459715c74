import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { asset, packaged } from '../../kit/program.ts';
import { DOCUMENT_FILES, documentAsset } from './names.ts';
import { errorsPage, PAGE, START } from './pages.ts';

/** A file that everybody may read, and that is the same until the next release. */
export interface DocumentFile {
  readonly type: string;
  /** Compressed by brotli. */
  readonly brotli: Buffer;
  /** For clients that do not take it so; made once, for all of them. */
  plain(): Buffer;
  readonly etag: string;
}

/** What the page may do: run what we serve, ask us, and no more. Swagger UI sets styles of its elements. */
export const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The description of the public API: the document, the page that shows it, and what each error means. */
export class DocumentFiles {
  readonly #made = new Map<string, DocumentFile>();

  /** @returns undefined: there is no such file */
  get(path: string): DocumentFile | undefined {
    const made = this.#made.get(path) ?? make(path);
    // Made at the first request: few boxes are ever asked, and each costs time or memory.
    if (made) this.#made.set(path, made);
    return made;
  }
}

const QUALITY = 5;
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

function make(path: string): DocumentFile | undefined {
  switch (path) {
    case '/api/docs':
      return file(HTML, compressed(Buffer.from(PAGE)));
    case '/api/docs/start.js':
      return file(SCRIPT, compressed(Buffer.from(START)));
    case '/api/docs/errors':
      return file(HTML, compressed(Buffer.from(errorsPage())));
    case '/api/openapi.json':
      return file('application/json; charset=utf-8', stored('openapi.json'));
    case '/api/docs/swagger-ui.css':
      return file('text/css; charset=utf-8', stored('swagger-ui.css'));
    case '/api/docs/swagger-ui-bundle.js':
      return file(SCRIPT, stored('swagger-ui-bundle.js'));
    default:
      return undefined;
  }
}

function file(type: string, brotli: Buffer): DocumentFile {
  const etag = `"${createHash('sha256').update(brotli).digest('base64url').slice(0, 22)}"`;
  let made: Buffer | undefined;
  const plain = () => {
    made ??= brotliDecompressSync(brotli);
    return made;
  };
  return { type, brotli, plain, etag };
}

/** The executable has it compressed; from its sources the program compresses it now. */
function stored(name: keyof typeof DOCUMENT_FILES): Buffer {
  if (packaged) return asset(documentAsset(name));
  const { package: of } = DOCUMENT_FILES[name];
  if (of === undefined) return compressed(asset(`docs/${name}`));
  return compressed(readFileSync(createRequire(import.meta.url).resolve(`${of}/${name}`)));
}

function compressed(plain: Buffer): Buffer {
  return brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
