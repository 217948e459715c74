import t from 'tap';
import { mailServer } from '../../notify/mail-server.ts';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);

const PATH = '/api/v2/alerts/channels';

t.test('without a mail server nobody is told, and a test says so', async t => {
  await using box = await RestBox.start(t.testdir());
  t.same((await box.get(PATH)).json, {
    email: { configured: false, to: [] },
    heartbeat: { configured: false },
    integrations: [],
  });
  t.match(await box.post(`${PATH}/email/test`, {}), { token: 'MailNotConfigured' });
});

t.test('a test mail tells of each step, goes to whom one names, and shows no secret', async t => {
  const login = { user: 'box', pass: 'correct horse' };
  const server = await mailServer(t, { login });
  const email = {
    ...{ host: 'localhost', port: server.port, ca: server.ca, from: 'box@example.org', to: ['ada@example.org'] },
    ...{ username: login.user, password: login.pass },
  };
  await using box = await RestBox.start(t.testdir(), { settings: { alerts: { email } } });
  const shown = await box.get(PATH);
  t.match(shown.json.email, { configured: true, host: 'localhost', to: ['ada@example.org'], tls: 'required' });
  t.notOk(shown.bytes.includes(login.pass));

  const done = await box.post(`${PATH}/email/test`, { to: 'bob@example.org' });
  t.equal(done.json.ok, true, JSON.stringify(done.json));
  t.same(
    done.json.steps.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]),
    ['connect', 'tls', 'sign_in', 'sender', 'recipient', 'message'].map(name => [name, true]),
  );
  t.match(done.json.steps.at(-1).detail, /^250/);
  const secret = Buffer.from(`\0${login.user}\0${login.pass}`).toString('base64');
  for (const word of [login.pass, secret]) t.notOk(done.bytes.includes(word), 'what signs in is in no line');
  t.same(
    server.received.map(({ to }) => to),
    [['bob@example.org']],
  );

  server.state.trouble = { at: 'recipient', code: 550, says: 'no such box here' };
  const refused = await box.post(`${PATH}/email/test`, {});
  t.match(refused.json, { ok: false, reason: /550 no such box here/ });
  t.match(
    refused.json.steps.find(({ ok }: { ok: boolean }) => !ok),
    { name: 'recipient', detail: /550/ },
  );
  t.match(await box.post(`${PATH}/email/test`, { to: 'no address' }), { status: 400, token: 'InvalidEmailFormat' });
});

t.test('one test at a time, and only by who administers the server', async t => {
  const server = await mailServer(t);
  const email = { host: 'localhost', port: server.port, ca: server.ca, from: 'b@example.org', to: ['a@example.org'] };
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise', settings: { alerts: { email } } });
  const root = await box.enterprise?.signIn('root@example.org');
  const administrator = box.as({ ...root, 'x-organization-id': box.organizationId });
  t.equal((await box.as(box.owner).get(PATH)).token, 'ServerAdminRequired');
  t.equal((await box.as(box.owner).post(`${PATH}/email/test`, {})).token, 'ServerAdminRequired');
  const answers = await Promise.all([1, 2].map(() => administrator.post(`${PATH}/email/test`, {})));
  t.same(answers.map(({ token }) => token).sort(), ['MailTestRunning', 'OK']);
  t.equal((await administrator.post(`${PATH}/email/test`, {})).json.ok, true, 'the next one may');
});
