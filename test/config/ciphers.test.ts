import t from 'tap';
import { ConfigError, configFrom, loadConfig } from '../../src/config/load.ts';

const problems = (scaci_tls: object): readonly string[] => {
  try {
    configFrom({ scaci_tls });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

t.test('suites of application centers are named, and only those that there are', async t => {
  t.equal(configFrom({}).scaci_tls.ciphers.length, 7, 'every AEAD suite');
  t.same(problems({ ciphers: ['TLS_AES_256_GCM_SHA384'] }), []);
  t.match(problems({ ciphers: ['TLS_AES_256_GCM_SHA384', 'DES-CBC3-SHA'] }), [
    /^scaci_tls.ciphers: must be a list of some of TLS_AES/,
  ]);
  t.match(problems({ ciphers: [] }), [/^scaci_tls.ciphers: must be/]);
  t.match(problems({ ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'] }), [
    /^scaci_tls.ciphers: with min_version 1.3 one of TLS_AES/,
  ]);
  t.same(problems({ ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'], min_version: '1.2' }), []);
  const env = { PLATFORM_SCACI_TLS_CIPHERS: 'TLS_CHACHA20_POLY1305_SHA256, TLS_AES_128_GCM_SHA256' };
  t.same(loadConfig({ env, cwd: t.testdir() }).config.scaci_tls.ciphers, [
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
  ]);
});
