import { fault } from '../../kit/faults/faults.ts';
import { dispositionOf } from './disposition.ts';

const MAX_PARTS = 32;
const MAX_HEADERS = 8192;
/** RFC 2046: 1 to 70 of these characters, the last no blank. */
const BOUNDARY = /;\s*boundary=(?:"([0-9A-Za-z'()+_,./:=? -]{1,70})"|([0-9A-Za-z'()+_,./:=?-]{1,70}))\s*(?:;|$)/i;

interface Part {
  /** The header `Content-Disposition`. */
  readonly disposition: string;
  readonly content: Buffer;
}

/** The field named `file` of a form that a browser sends (RFC 7578). @throws fault `MalformedRequest` */
export function fileOfForm(body: Buffer, contentType: string): Part {
  const found = BOUNDARY.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw malformed('the form has no boundary');
  let file: Part | undefined;
  let count = 0;
  for (const part of partsOf(body, boundary)) {
    if (++count > MAX_PARTS) throw malformed('the form has too many parts');
    const { kind, parameters } = dispositionOf(part.disposition);
    if (kind === 'form-data' && parameters.get('name') === 'file') file ??= part;
  }
  if (!file) throw malformed('the form has no field named file');
  return file;
}

function* partsOf(body: Buffer, boundary: string): Generator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // What stands before the first delimiter is of no part; the first may stand at the very beginning.
  const isFirst = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  let at = isFirst ? delimiter.length - 2 : after(body.indexOf(delimiter), delimiter);
  for (;;) {
    const mark = body.toString('latin1', at, at + 2);
    if (mark === '--') return;
    if (mark !== '\r\n') throw malformed('a part of the form does not begin where it should');
    const head = body.subarray(at, at + MAX_HEADERS);
    const blank = head.indexOf('\r\n\r\n');
    if (blank < 0) throw malformed('a part of the form has no content');
    const end = body.indexOf(delimiter, at + blank + 2);
    const next = after(end, delimiter);
    const disposition = /\r\ncontent-disposition:([^\r\n]*)/i.exec(head.toString('latin1', 0, blank))?.[1] ?? '';
    yield { disposition, content: body.subarray(at + blank + 4, end) };
    at = next;
  }
}

function after(place: number, delimiter: Buffer): number {
  if (place < 0) throw malformed('the form has no end');
  return place + delimiter.length;
}

function malformed(problem: string) {
  return fault('MalformedRequest', { field: 'file', problem });
}
