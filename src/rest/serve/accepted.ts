import { type Fault, fault } from '../../kit/faults/faults.ts';
import type { Operation } from '../define.ts';
import { headerText } from './conditions.ts';

/** Of most operations (REST section 4). */
const MAX_BODY = 1 << 20;

/** The largest body, in bytes. */
export function limitOf({ maxBytes = MAX_BODY }: Operation): number {
  return maxBytes;
}

/** Of a body beyond that. */
export function tooLarge(operation: Operation): Fault {
  return fault(operation.upload?.tooLarge ?? 'RequestTooLarge', { limit: limitOf(operation) });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

/** Whether an operation takes bodies of a type. */
export function isTaken({ http, upload }: Operation, contentType: string): boolean {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (upload) return upload.types.some(each => (each.endsWith('/') ? type.startsWith(each) : type === each));
  const isJson = type === 'application/json' || (http === 'PATCH' && type === 'application/merge-patch+json');
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  return isJson && charset.toLowerCase() === 'utf-8';
}

/** What is no UTF-8 is refused: what would stand in its place was never sent. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body that is JSON. @throws fault `MalformedRequest` */
export function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.slice(0, 200) : 'not UTF-8';
    throw fault('MalformedRequest', { reason: headerText(reason) });
  }
}
