import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/kit/units.ts';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const STATION = '70b3d59cd0000001';
const SILENT_S = 900;
const RULE = JSON.stringify({
  trigger: { kind: 'silence', deviceIds: [], deviceTags: {}, key: '', eventTypes: [] },
  condition: { forSeconds: SILENT_S, hysteresis: 0 },
  actions: [{ kind: 'event', severity: 'warning', title: 'silent', description: '' }],
});

t.test(
  'no endpoint is silent while the service was off, or its clock was set, and no later than that for it',
  async t => {
    const settings = { endpoint: { activity_window_s: SILENT_S } };
    await using center = await Center.start({ dir: t.testdir(), settings });
    const station = await center.baseStation({ bsEui: STATION });
    await center.endpoint({ ep_eui: METER, uplink_interval_seconds: 400 });
    // 20 h ahead.
    await station.start('ulData', uplink({ packetCnt: 1, rxTime: center.clock.nowNs() + 72_000n * 1_000_000_000n }));
    await center.clock.advance(SECOND_MS);
    await until(async () => (await center.visible()) === 1);
    /** Says of what was told that something is silent. */
    const told = () =>
      center
        .rows(`SELECT event_type AS what FROM event WHERE event_type IN ('endpoint.inactive', 'rule.triggered')
         UNION ALL SELECT rule FROM alert WHERE rule = 'endpoint_silent' ORDER BY 1`)
        .map(({ what }) => what);
    const again = async (offMs: number) => {
      await center.stop();
      await center.clock.advance(offMs);
      await center.begin();
      await center.clock.advance(40 * SECOND_MS);
    };
    /** Rules are looked at in a thread of their own, which wound time does not wait for. */
    const wound = (is: () => boolean) =>
      until(async () => {
        if (!is()) await center.clock.advance(SECOND_MS);
        return is();
      });
    await center.stop();
    center.sabotage(`INSERT INTO rule (uuid, org, name, enabled, definition, cooldown_s, version, log_from, event_from, created_at, updated_at)
      SELECT '0198c0de-0000-7000-8000-0000000000a1', id, 'silent', 1, '${RULE}', 1, 1, 0, 0, 0, 0 FROM organization LIMIT 1`);
    center.sabotage('INSERT INTO rule_progress (one, log_cursor, event_cursor, revision) VALUES (1, 0, 0, 1)');
    await center.begin();
    await again(12 * HOUR_MS);
    await again(10 * SECOND_MS);
    t.same(told(), [], 'two starts within 90 s after 12 h off');
    for (const jump of [40 * DAY_MS, -40 * DAY_MS, -20_000 * DAY_MS, 20_000 * DAY_MS, -DAY_MS]) {
      center.clock.jump(jump);
      await center.clock.advance(65 * SECOND_MS);
      t.same(told(), [], `the clock is set by ${jump} ms`);
    }
    await center.clock.advance(5 * MINUTE_MS);
    t.same(told(), []);
    await center.clock.advance(6 * MINUTE_MS);
    await wound(() => told().length === 2);
    t.same(told(), ['endpoint.inactive', 'rule.triggered'], 'a quarter of an hour of listening');
    await center.clock.advance(5 * MINUTE_MS);
    await wound(() => told().length === 3);
    t.same(told(), ['endpoint.inactive', 'endpoint_silent', 'rule.triggered'], 'alerts count from the last start');
  },
);
