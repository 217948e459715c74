import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { anOutbox } from './scene.ts';

t.test('an opening is told once, and its end once to who was told', async t => {
  const box = anOutbox(t);
  const alert = box.alert();
  box.change(alert, 'opened');
  box.change(alert, 'opened');
  t.equal(box.send(), '1 opened');
  t.equal(box.send(), undefined);
  box.change(alert, 'resolved');
  box.change(alert, 'resolved');
  t.equal(box.send(), '1 resolved');
  t.equal(box.send(), undefined);
  t.equal(box.rows(), 0, 'nothing is kept of what is over');
});

t.test('what is over before it was told is not told, and neither is its end', async t => {
  const box = anOutbox(t);
  const alert = box.alert();
  box.change(alert, 'opened');
  box.change(alert, 'resolved');
  t.equal(box.send(), undefined);
  t.equal(box.rows(), 0);
});

t.test('an end waits for what became of its beginning', async t => {
  const box = anOutbox(t);
  for (const outcome of ['sent', 'failed', 'perhaps'] as const) {
    const alert = box.alert();
    box.change(alert, 'opened');
    const message = box.compose() ?? 0;
    box.change(alert, 'resolved');
    t.equal(box.compose(), undefined, 'not before that is known');
    if (outcome === 'sent') box.store.sent(message, box.time.now);
    else box.fails(message, outcome === 'failed' ? 'no' : 'perhaps');
    if (outcome === 'perhaps') {
      t.match(box.reader.onTheirWay(), [{ message, channelName: 'email', rule: 'basestation_offline' }]);
      t.equal(box.says(message), '1 opened', 'the same message goes again');
      box.store.sent(message, box.time.now);
    }
    t.equal(box.send(), outcome === 'failed' ? undefined : '1 resolved', outcome);
    t.equal(box.rows(), 0);
    t.same(box.reader.onTheirWay(), []);
  }
});

t.test(
  'an alert that opens again while its end waits is told of both, and a further end drops only the untold',
  async t => {
    const box = anOutbox(t);
    const alert = box.alert();
    box.change(alert, 'opened');
    box.send();
    box.change(alert, 'resolved');
    box.change(alert, 'opened', { opening: 2 });
    box.change(alert, 'resolved', { opening: 2 });
    t.equal(box.send(), '1 resolved');
    t.equal(box.rows(), 0);
    box.change(alert, 'opened', { opening: 3 });
    box.send();
    box.change(alert, 'resolved', { opening: 3 });
    box.change(alert, 'opened', { opening: 4 });
    t.equal(box.send(), '1 opened, 1 resolved');
    t.equal(box.rows(), 1);
  },
);

t.test('that an alert comes and goes is told once, beside the end of what was told before', async t => {
  const box = anOutbox(t);
  const alert = box.alert();
  box.change(alert, 'opened');
  box.send();
  box.change(alert, 'resolved');
  box.change(alert, 'flapping');
  t.equal(box.send(), '1 flapping, 1 resolved');
  t.equal(box.rows(), 0, 'that has no end of its own');
  box.change(alert, 'flapping', { opening: 7 });
  const message = box.compose() ?? 0;
  box.fails(message);
  t.equal(box.send(), '1 flapping');
  t.equal(box.rows(), 0);
});

t.test('an end is told for an opening before the one it ends, when that end was not heard', async t => {
  const box = anOutbox(t);
  const alert = box.alert();
  box.change(alert, 'opened');
  box.send();
  box.change(alert, 'resolved', { opening: 5 });
  t.equal(box.send(), '1 resolved');
  t.equal(box.rows(), 0);
});

t.test('a severity that rises is told, or goes with the opening that was not told yet', async t => {
  const box = anOutbox(t);
  const one = box.alert('storage', 'warning');
  box.change(one, 'opened', { severity: 'warning' });
  box.change(one, 'raised', { severity: 'error' });
  const message = box.compose('storage') ?? 0;
  t.equal(box.says(message), '1 opened');
  t.equal(box.reader.message(message)?.severity, 'error');
  box.change(one, 'raised', { severity: 'critical' });
  box.store.sent(message, box.time.now);
  t.equal(box.send('storage'), '1 raised');
  box.time.now += 4 * HOUR_MS;
  t.equal(box.send('storage'), '1 again', 'once, although it was told twice');
});

t.test(
  'error and critical are told again after 4 h, a day and every week; not what was acknowledged, and no warning',
  async t => {
    const box = anOutbox(t);
    const alert = box.alert();
    const warning = box.alert('basestation_load', 'warning');
    box.change(alert, 'opened');
    box.change(warning, 'opened', { severity: 'warning' });
    box.send();
    box.send('basestation_load');
    for (const pause of [4 * HOUR_MS, DAY_MS, 7 * DAY_MS, 7 * DAY_MS]) {
      box.time.now += pause - 1;
      t.equal(box.send(), undefined);
      box.time.now += 1;
      t.equal(box.send(), '1 again');
    }
    t.equal(box.send('basestation_load'), undefined);
    box.time.now += 7 * DAY_MS;
    box.set(alert, 'status', 'acknowledged');
    t.equal(box.send(), undefined);
    box.change(alert, 'resolved');
    t.equal(box.send(), '1 resolved');
  },
);

t.test('a clock that was wrong by years stops no repetition', async t => {
  const box = anOutbox(t);
  const alert = box.alert();
  box.time.now += 3650 * DAY_MS;
  box.change(alert, 'opened');
  box.send();
  box.time.now -= 3650 * DAY_MS;
  t.equal(box.send(), '1 again');
  box.time.now += 1000;
  t.equal(box.send(), undefined);
});

t.test('what is silenced or inhibited waits, and its end is told all the same', async t => {
  const box = anOutbox(t);
  const [told, waits] = [box.alert(), box.alert()];
  box.change(told, 'opened');
  box.send();
  box.change(waits, 'opened');
  box.set(waits, 'inhibited_by', 'listener');
  box.set(told, 'silenced_until', box.time.now + 1000);
  t.equal(box.send(), undefined);
  box.set(waits, 'inhibited_by', '');
  t.equal(box.send(), '1 opened');
  box.change(told, 'resolved');
  t.equal(box.send(), '1 resolved');
});

t.test('ten thousand openings are one message that names twenty', async t => {
  const box = anOutbox(t);
  box.db.atomic(() => {
    for (let n = 1; n <= 10_000; n++) {
      const severity = n === 10_000 ? 'critical' : 'warning';
      box.change(box.alert('endpoint_silent', severity), 'opened', { severity });
    }
  });
  const message = box.compose('endpoint_silent') ?? 0;
  t.equal(box.says(message), '10000 opened');
  const read = box.reader.message(message);
  t.equal(read?.named.length, 20);
  t.match(read?.named[0], { severity: 'critical', sourceName: 'station 10000' });
  t.same(box.reader.due(momentAt(box.time.now)), []);
});

t.test('after a week in vain it is given up, with an event; who may have got it is told of the end', async t => {
  const box = anOutbox(t);
  const [refused, lost] = [box.alert(), box.alert('storage')];
  box.change(refused, 'opened');
  box.change(lost, 'opened');
  const later = box.alert();
  for (let day = 0; day < 7; day++) {
    if (day === 6) box.change(later, 'opened');
    box.fails(box.compose() ?? 0, 'no', DAY_MS);
  }
  t.match(box.events(), [{ channel: 'email', rule: 'basestation_offline', notices: 1, message: 'refused' }]);
  t.equal(box.send(), '1 opened', 'the one that has not waited so long');
  const message = box.compose('storage') ?? 0;
  for (let day = 0; day < 7; day++) box.fails(message, 'perhaps', DAY_MS);
  t.equal(box.events().length, 2);
  t.same(box.reader.onTheirWay(), []);
  for (const alert of [refused, lost]) box.change(alert, 'resolved');
  t.equal(box.send('storage'), '1 resolved');
  t.equal(box.send(), undefined);
});

t.test('a channel that is new tells what is open; one that is switched off is forgotten', async t => {
  const box = anOutbox(t);
  const [open, known, silenced] = [box.alert(), box.alert(), box.alert()];
  box.change(open, 'opened');
  box.send();
  box.set(known, 'status', 'acknowledged');
  box.set(silenced, 'silenced_until', box.time.now + 1);
  box.store.setChannels(['email'], box.time.now);
  t.equal(box.send(), undefined);
  box.store.setChannels([], box.time.now);
  t.equal(box.rows(), 0);
  box.change(box.alert(), 'opened');
  t.equal(box.rows(), 0, 'there is no channel to tell it');
  box.change(open, 'resolved');
  const still = box.alert();
  box.set(still, 'status', 'new');
  box.store.setChannels(['email', 'other'], box.time.now);
  const groups = box.reader.due(momentAt(box.time.now));
  t.same(groups.map(({ channelName }) => channelName).toSorted(), ['email', 'other']);
});

t.test('two that compose at the same time make one message; what is over in between is in none', async t => {
  const box = anOutbox(t);
  const alert = box.alert();
  box.change(alert, 'opened');
  const group = box.reader.due(momentAt(box.time.now))[0] ?? t.fail('nothing is due');
  if (typeof group === 'boolean') return;
  const made = ['a@x', 'b@x'].map(id => box.store.compose(group, id, momentAt(box.time.now)));
  t.equal(made.filter(each => each !== undefined).length, 1);
  box.fails(made[0] ?? 0);
  box.change(alert, 'resolved');
  t.equal(box.store.compose(group, 'c@x', momentAt(box.time.now)), undefined);
  t.equal((box.db.prepare('SELECT count(*) AS n FROM notification_message').get() as { n: number }).n, 0);
});

t.test('an alert that is deleted takes along what is told of it', async t => {
  const box = anOutbox(t);
  const alert = box.alert();
  box.change(alert, 'opened');
  const message = box.compose() ?? 0;
  box.db.prepare('DELETE FROM alert WHERE id = ?').run(alert);
  t.equal(box.reader.message(message), undefined);
  box.store.sent(message, box.time.now);
  t.same(box.reader.onTheirWay(), []);
});
