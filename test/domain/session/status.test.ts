import t from 'tap';
import { stationStatus } from '../../../src/domain/session/status.ts';

t.test(
  'the message of a status is kept without what cannot be printed, and not longer than 256 characters',
  async t => {
    const status = (message: string) => stationStatus({ code: 0, message, time: 0n }, 0n, () => false).message;
    t.equal(status('all\tfine\u202e\u0000'), 'all fine');
    t.equal(status('x'.repeat(1000)).length, 256);
  },
);
