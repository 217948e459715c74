import t from 'tap';
import { consoleAddress } from '../../src/compose/notices.ts';
import { loadConfig } from '../../src/config/load.ts';

const cwd = t.testdir();
const addressOf = (env: Readonly<Record<string, string>>) => consoleAddress(loadConfig({ env, cwd }).config);

t.test('mails lead to the console where others can reach it, and nowhere else', async t => {
  t.equal(addressOf({}), undefined, 'this machine only');
  t.equal(addressOf({ PLATFORM_GATEWAY_HOST: '192.168.1.9' }), 'http://192.168.1.9:9090');
  t.equal(
    addressOf({ PLATFORM_GATEWAY_HOST: '0.0.0.0', PLATFORM_PKI_SERVER_NAMES: 'localhost' }),
    undefined,
    'no name of it is known',
  );
  t.equal(
    addressOf({ PLATFORM_GATEWAY_HOST: '::', PLATFORM_PKI_SERVER_NAMES: 'localhost,box.example.org' }),
    'http://box.example.org:9090',
  );
  t.equal(addressOf({ PLATFORM_GATEWAY_HOST: 'fd00::9' }), 'http://[fd00::9]:9090');
  t.equal(
    addressOf({ PLATFORM_GATEWAY_HOST: '192.168.1.9', PLATFORM_GATEWAY_TLS_ENABLED: 'true' }),
    'https://192.168.1.9:9090',
  );
  t.equal(addressOf({ PLATFORM_GATEWAY_BASE_URL: 'https://mioty.example.org/' }), 'https://mioty.example.org');
  t.equal(
    addressOf({ PLATFORM_GATEWAY_BASE_URL: 'https://mioty.example.org', PLATFORM_CONSOLE_ENABLED: 'false' }),
    undefined,
    'there is no console',
  );
});
