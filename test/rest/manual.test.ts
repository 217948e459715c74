// Long: for CI and `npm test -- --long`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { at, compare, lineCount } from './manual/compare.ts';
import { stepsOf } from './manual/manual.ts';
import { readerScene } from './manual/scene.ts';
import { runCurl } from './manual/shell.ts';

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
