import type { Db } from './driver.ts';

/** Makes what runs several reads on one state of the database; what runs in it may do so, too. */
export function consistentReads(db: Db): <T>(fn: () => T) => T {
  const begin = db.prepare('SAVEPOINT reading');
  const end = db.prepare('RELEASE reading');
  return fn => {
    begin.run();
    let result: ReturnType<typeof fn>;
    try {
      result = fn();
    } catch (cause) {
      try {
        end.run();
      } catch {
        // An error of the disk has ended the transaction: that error is what is wrong, not the savepoint that is gone.
      }
      throw cause;
    }
    end.run();
    return result;
  };
}
