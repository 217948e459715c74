/**
 * Does an update by each way, for `power-cut-update.ts` to be recorded: `node power-cut-update-process.ts DIR`. What is done for good it writes
 * down in `DIR/acknowledged`, a line each.
 */
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { UpdatePlaces, WAYS } from './update-places.ts';

const [dir = '.'] = process.argv.slice(2);
const acknowledged = openSync(join(dir, 'acknowledged'), 'w');
for (const way of WAYS) {
  const box = new UpdatePlaces(join(dir, way), way);
  const done = (what: string) => void writeSync(acknowledged, `${way} ${what}\n`);
  box.make();
  done('made');
  if (way === 'package') box.upgrade(done);
  else box.lieReady();
  done('ready');
  await box.perform(({ step }) => done(step));
  done('over');
}
