// Long: for CI and `npm test -- --long`.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Center } from '../peers/center.ts';
import { waystation } from './waystation.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

const KEY = /^ws[a-z0-9]{6}_[0-9A-Za-z]{43}\n$/;

t.test('keys are made, listed and deleted, on the folder and beside a server', async t => {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  const run = (...args: string[]) => waystation(cwd, ['api-keys', ...args]);
  t.match(await run('list'), { code: 1, stderr: /data/ }, 'no folder yet');
  const before = await Center.start({ dir });
  await before[Symbol.asyncDispose]();
  t.match(await run('list'), { code: 0, stdout: 'There are no API keys.\n' });

  const made = await run('create', 'Node-RED', '--scopes', 'messages:read,downlinks:write', '--expires-in', '90d');
  t.match(made, {
    code: 0,
    stdout: KEY,
    stderr:
      /^Node-RED may messages:read, downlinks:write and ends at \d{4}-.* UTC\.\nCallers name its organization, [0-9a-f-]{36}\./,
  });
  const prefix = made.stdout.slice(0, 8);
  const secret = made.stdout.trim().slice(9);
  t.match(await run('create', 'Node-RED', '--scopes', '*'), { code: 1, stdout: '', stderr: /of this name exists/ });
  t.match(await run('create', '', '--scopes', '*'), { code: 1, stdout: '' });
  t.match(await run('create', 'x', '--scopes', '*', '--expires', '2020-01-01'), { code: 1, stderr: /in the future/ });

  const center = await Center.start({ dir });
  {
    const json = await run('create', 'Broker\u001b[31m', '--scopes', '*', '--json');
    t.match(json, { code: 1, stdout: '' }, 'a name is what can be printed');
    const second = await run('create', 'Broker', '--scopes', '*', '--json');
    t.match(second, { code: 0, stderr: '' });
    const shown = JSON.parse(second.stdout) as { id: string; key: string; key_prefix: string };
    t.match(shown, {
      ...{ name: 'Broker', key_type: 'service_account', scopes: ['*'], expires_at: null, last_used_at: null },
      ...{ created_by: 'operator@localhost', key_prefix: shown.key.slice(0, 8) },
    });
    const { organizations } = await center.api.call('ListOrganizations', {});
    t.equal((shown as { organization_id?: string }).organization_id, organizations[0]?.id);
    const { api_keys: keys } = await center.api.call('ListApiKeys', {});
    t.same(
      keys.map(({ name, is_active }) => [name, is_active]),
      [
        ['Broker', true],
        ['Node-RED', true],
      ],
    );
    const list = await run('list');
    t.match(list.stdout, new RegExp(`${prefix} +Node-RED +service account +messages:read,downlinks:write +\\d{4}-`));
    t.match(list.stdout, /Broker +service account +\* +never +operator@localhost +never\n/);
    t.match(JSON.parse((await run('list', '--json')).stdout), [
      { name: 'Broker', active: true },
      { key_prefix: prefix },
    ]);
    t.match(
      await run('delete', shown.key),
      { code: 0, stdout: `deleted ${shown.key_prefix} Broker\n` },
      'one that leaked',
    );
    t.match(await run('delete', shown.id), { code: 1, stderr: /no such API key/ });
    const { events } = await center.api.call('ListEvents', { event_types: ['api_key.deleted'] });
    t.match(events, [
      { user_email: 'operator@localhost', data: { fields: { remoteAddress: { stringValue: 'local' } } } },
    ]);
  }
  await center.stop();
  const written = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(file => join(dir, file));
  for (const file of written.filter(path => statSync(path).isFile())) {
    t.notOk(readFileSync(file).includes(secret), `no secret in ${file}`);
  }
  t.match(await run('delete', prefix, '--json'), { code: 0, stdout: new RegExp(`"key_prefix":"${prefix}"`) });
  t.match(await run('list', '--all'), { stdout: 'There are no API keys.\n' });
  for (const wrong of [
    ['create', 'x'],
    ['create', '--scopes', '*'],
    ['create', 'x', '--scopes', 'messages:write'],
    ['create', 'x', '--scopes', ''],
    ['create', 'x', '--scopes', '*', '--expires', 'soon'],
    ['create', 'x', '--scopes', '*', '--expires-in', '2 weeks'],
    ['create', 'x', '--scopes', '*', '--expires-in', '2h', '--expires', '2099-01-01'],
    ['delete'],
    ['list', 'x'],
  ]) {
    t.equal((await run(...wrong)).code, 2, wrong.join(' '));
  }
  for (const command of ['create', 'list', 'delete']) {
    t.match(await run(command, '--help'), { code: 0, stdout: /Example:\n {2}\$ waystation api-keys/ }, command);
  }
});
