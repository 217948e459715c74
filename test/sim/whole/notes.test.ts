import t from 'tap';
import { Notes } from './notes.ts';

t.test('those outside notice what is lost, comes twice, too late or was never sent', async t => {
  const notes = new Notes();
  for (const key of ['a:1', 'a:2']) {
    notes.sent(key);
    notes.acknowledged(key);
  }
  notes.sent('b:1');
  notes.connected('center', false);
  notes.delivered('center', 'a:1');
  notes.taken('integration', 'a:2', 2);
  notes.taken('integration', 'a:2', 2);
  notes.queued('d');
  notes.accepted('d');
  notes.transmitted('d');
  t.same(notes.failures, [], 'so far everything is as it may be');
  t.same(notes.overdue(['center', 'integration']), [
    'b:1 has no answer',
    'center did not get a:2',
    'integration did not get a:1',
    'nobody is told that downlink d was sent',
  ]);
  notes.delivered('center', 'a:1');
  notes.taken('integration', 'a:1', 1);
  notes.transmitted('d');
  notes.delivered('center', 'c:1');
  t.equal(notes.failures.length, 4, notes.failures.join('; '));
});
