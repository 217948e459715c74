// Long: for CI and `npm test -- --long`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { alike, type Example, stepsOf } from './manual/manual.ts';
import { readerScene } from './manual/scene.ts';
import { type Printed, runCurl } from './manual/shell.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

const MANUAL = 'docs/rest.md';
/** The sensor of the manual. */
const SENSOR = 'fe0000000000e101';

const markdown = readFileSync(MANUAL, 'utf8');
const noCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed';

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`what the manual of the public API shows is what comes, ${edition} edition`, { skip: noCurl }, async t => {
    const scopes = /^KEY=.* --scopes (\S+)/m.exec(markdown)?.[1]?.split(',') ?? [];
    const reader = await readerScene(t, edition, scopes);
    const variables: Record<string, string> = { ...reader.variables };
    let last: unknown;
    let compared = 0;
    for (const step of stepsOf(markdown)) {
      if (Array.isArray(step)) {
        for (const { name, path } of step) variables[name] = at(last, path);
        // What comes next in the manual is what it has sent.
        if (step.some(({ name }) => name === 'DEVICE')) await reader.send(SENSOR);
        continue;
      }
      const where = `${MANUAL}:${step.line}`;
      const lines = step.answer?.language === 'text' ? step.answer.text : undefined;
      const printed = await runCurl(
        step.command,
        variables,
        lines === undefined ? undefined : text => lineCount(text) > lineCount(lines),
      );
      if (/^[{["]/.test(printed.body)) last = JSON.parse(printed.body);
      compare(t, where, step, printed);
      compared++;
    }
    t.ok(compared > 20, `${compared} commands`);
  });
}

function compare(t: Test, where: string, { answer }: Example, { status, head, body }: Printed): void {
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

function lineCount(text: string): number {
  return text.split('\n').length;
}

/** @param path keys with dots between them */
function at(value: unknown, path: string): string {
  const found = path.split('.').reduce<unknown>((inside, key) => {
    if (typeof inside !== 'object' || inside === null) throw new Error(`the answer has no ${path}`);
    return Reflect.get(inside, key);
  }, value);
  if (typeof found !== 'string') throw new Error(`${path} of the answer is no text`);
  return found;
}
