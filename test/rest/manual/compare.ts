import type { Test } from 'tap';
import { alike, type Example } from './manual.ts';
import type { Printed } from './shell.ts';

/** Compares what a command has printed with what the manual shows. @param where the line of the manual */
export function compare(t: Test, where: string, { answer }: Example, { status, head, body }: Printed): void {
  switch (answer?.language) {
    case 'json':
      t.equal(status, Number(answer.info || 200), `${where}: status`);
      t.same(alike(JSON.parse(body)), alike(JSON.parse(answer.text)), `${where}: answer`);
      break;
    case 'http': {
      const [line, ...headers] = answer.text.split('\n');
      const came = head.split('\r\n');
      t.equal(came[0], line, `${where}: status`);
      for (const header of headers) {
        const found = came.find(each => each.startsWith(header.slice(0, header.indexOf(':') + 1)));
        t.same(withoutIds(found ?? ''), withoutIds(header), `${where}: header`);
      }
      break;
    }
    case 'text': {
      const shown = answer.text.split('\n');
      t.same(body.split('\n').slice(0, shown.length).map(eventLine), shown.map(eventLine), `${where}: stream`);
      break;
    }
    default:
      t.equal(status, 200, `${where}: status`);
  }
}

/** A line of Server-Sent Events without what differs each time. */
function eventLine(line: string): unknown {
  return line.startsWith('data: ') ? alike(JSON.parse(line.slice('data: '.length))) : line;
}

function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid');
}

export function lineCount(text: string): number {
  return text.split('\n').length;
}

/** @param path keys with dots between them */
export function at(value: unknown, path: string): string {
  const found = path.split('.').reduce<unknown>((inside, key) => {
    if (typeof inside !== 'object' || inside === null) throw new Error(`the answer has no ${path}`);
    return Reflect.get(inside, key);
  }, value);
  if (typeof found !== 'string') throw new Error(`${path} of the answer is no text`);
  return found;
}
