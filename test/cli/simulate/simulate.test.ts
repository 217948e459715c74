// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { Center } from '../../peers/center.ts';
import { waystation } from '../waystation.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

const BS = '70b3d59cd0000001';
const METER = 'fe0000000000e101';
const KEY = '000102030405060708090a0b0c0d0e0f';

t.test(
  'simulate shows what it sent and whether the service center took it, and says what is not registered',
  async t => {
    await using center = await Center.start({ dir: t.testdir() });
    const cwd = center.dir;
    const env = { PLATFORM_DATA_DIR: center.dir, PLATFORM_BSSCI_PORT: String(center.ports.bssci) };
    const made = await waystation(cwd, ['certs', 'base-station', BS, '--out', 'station'], env);
    t.equal(made.code, 0, made.stderr);
    const simulate = (...more: string[]) =>
      waystation(
        cwd,
        [
          'simulate',
          'base-station',
          '--bundle',
          'station',
          '--port',
          env.PLATFORM_BSSCI_PORT,
          '--count',
          '1',
          '--rate',
          '5',
          ...more,
        ],
        env,
      );
    const attach = (key: string) => simulate('--attach', '--network-key', key);

    const stranger = await simulate();
    t.match(stranger, {
      code: 1,
      stderr:
        /^waystation: the service center answered connect refused \(code 1\): 70b3d59cd0000001 is not registered: [^\n]*\n$/,
    });

    await center.api.call('CreateBaseStation', { base_station: { bs_eui: BS } });
    const dropped = await simulate('--payload', '0102');
    t.equal(dropped.code, 1);
    t.match(
      dropped.stdout,
      /^\d\d:\d\d:\d\d {2}uplink {2}fe0000000000e101 {2}#\d+ {2}0102 {2}dropped: not registered\n/,
    );
    t.match(dropped.stdout, /\n1 were dropped: fe0000000000e101 is not registered\n$/);
    const early = await attach(KEY);
    t.match(early, {
      code: 1,
      stderr:
        /^waystation: fe0000000000e101 could not attach: attach refused \(code \d+\): it is not registered: [^\n]*\n$/,
    });

    await center.api.call('CreateEndPoint', { endpoint: { ep_eui: METER, ep_class: 'A', nwk_key: KEY } });
    const wrong = await attach('ff'.repeat(16));
    t.match(wrong, {
      code: 1,
      stderr:
        /^waystation: fe0000000000e101 could not attach: [^\n]*: is it registered, with this network key, [^\n]*\n$/,
    });
    const taken = await attach(KEY);
    t.match(taken, {
      code: 0,
      stdout: / {2}uplink {2}fe0000000000e101 {2}#\d+ {2}[0-9a-f]+ {2}taken\n1 sent, 1 acknowledged/,
    });
    const fast = await simulate('--window', '1', '--rate', '5');
    t.equal(fast.code, 2, 'as before');
  },
);
