// Long: for CI and `npm test -- --long`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { at, compare } from '../rest/manual/compare.ts';
import { stepsOf } from '../rest/manual/manual.ts';
import { runCurl } from '../rest/manual/shell.ts';
import { Enterprise, PASSWORD } from './scene.ts';

// Each command is a process of its own.
t.setTimeout(240_000);

const MANUAL = 'docs/enterprise.md';
const noCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed';

t.test('what the manual of sign-in shows is what comes', { skip: noCurl }, async t => {
  await using box = await Enterprise.start(t.testdir());
  const root = await box.signIn('root@example.org');
  const { organizations } = await box.call('ListOrganizations', {}, root);
  const [home] = organizations as { id: string }[];
  // Who is made first owns the default organization, as `admin create` does it.
  const user = { email: 'ada@example.org', is_admin: true };
  const memberships = [{ organization_id: home?.id, role: 'owner' }];
  await box.call('CreateUser', { user, password: PASSWORD, memberships }, root);
  const variables: Record<string, string> = {
    API: `http://127.0.0.1:${box.center.ports.gateway}/platform.api.v1.PlatformService`,
    PASSWORD,
  };
  let last: unknown;
  let compared = 0;
  for (const step of stepsOf(readFileSync(MANUAL, 'utf8'))) {
    if (Array.isArray(step)) {
      for (const { name, path } of step) variables[name] = at(last, path);
      continue;
    }
    // It needs a user who was invited.
    if (step.command.includes('/me/memberships/')) continue;
    const printed = await runCurl(step.command, variables);
    if (/^[{[]/.test(printed.body)) last = JSON.parse(printed.body);
    if (process.env.SHOW_ANSWERS) console.error(step.command, printed);
    compare(t, `${MANUAL}:${step.line}`, step, printed);
    compared++;
  }
  t.ok(compared > 12, `${compared} commands`);
});
