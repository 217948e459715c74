import type { ImageType } from '../../domain/media/image/image.ts';
import { cleaned } from '../../kit/printable.ts';

const NAME = /^\s*([a-z-]+)\s*(?:;|$)/i;
/** A parameter: a token or a quoted text. */
const PARAMETER = /;\s*([a-z0-9*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gi;

/** The header as it was sent, each byte a character. */
export interface Disposition {
  /** `form-data`, `attachment`, …; lower case. */
  readonly kind: string;
  /** By lower-case name; the first of each counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

export function dispositionOf(header: string): Disposition {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'));
  }
  return { kind: NAME.exec(header)?.[1]?.toLowerCase() ?? '', parameters };
}

/** The name of the file that a header speaks of; empty: none that is fit to be shown. */
export function filenameIn({ parameters }: Disposition): string {
  const extended = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1];
  return (extended && percentDecoded(extended)) || utf8Of(parameters.get('filename') ?? '');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not what it says it is: the plain name counts.
    return '';
  }
}

/** Most clients write UTF-8; the others Latin-1, which is what headers are read as. */
function utf8Of(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}

const ENDINGS: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/webp': /\.webp$/i,
};
const MAX_NAME = 200;

/**
 * A name under which an image may be stored anywhere: no folders, nothing that does not show, not longer than file systems take, and
 * the ending of what it is. @param otherwise the name of one without
 */
export function imageName(given: string, contentType: ImageType, otherwise: string): string {
  const last = cleaned(given.split(/[/\\]/).at(-1) ?? '');
  const plain = last.replace(/[<>:"|?*]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  const short = Array.from(plain).slice(0, MAX_NAME).join('');
  const name = short === '' ? otherwise : short;
  const ending = contentType === 'image/jpeg' ? 'jpg' : contentType.slice('image/'.length);
  return ENDINGS[contentType].test(name) ? name : `${name}.${ending}`;
}

/** The header by which a browser shows a file in place, and stores it under its name. */
export function inlineDisposition(filename: string): string {
  const plain = filename.replace(/[^ -~]|["\\%]/g, '_');
  const extended = encodeURIComponent(filename).replace(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${extended}`}`;
}
