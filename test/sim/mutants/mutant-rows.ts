/** What is broken in a copy of the sources, which worlds of the campaign have to notice: one line each. */
export interface Mutant {
  /** What the broken program does. */
  readonly what: string;
  readonly file: string;
  /** Text that stands in the file once. */
  readonly find: string;
  readonly replace: string;
  /** What has to notice it, where that is not the campaign. */
  readonly check?: readonly string[];
}

const ERRORS_TEST = ['test/sim/errors.test.ts'];
const CENTER = 'src/domain/center/operations.ts';
const LOG = 'src/domain/retention/log.ts';

export const mutants: readonly Mutant[] = [
  {
    what: 'answers before the disk has what it answers for',
    file: 'src/database/driver.ts',
    find: "options.synchronous ?? 'full'",
    replace: "'off'",
  },
  {
    what: 'syncs at checkpoints only',
    file: 'src/database/driver.ts',
    find: "options.synchronous ?? 'full'",
    replace: "'normal'",
  },
  {
    what: 'changes the file in place, without a journal',
    file: 'src/database/driver.ts',
    find: 'PRAGMA journal_mode = WAL;',
    replace: 'PRAGMA journal_mode = OFF;',
  },
  {
    what: 'keeps the journal in memory',
    file: 'src/database/driver.ts',
    find: 'PRAGMA journal_mode = WAL;',
    replace: 'PRAGMA journal_mode = MEMORY;',
  },
  {
    what: 'gives a snapshot its name before its content is on the disk',
    file: 'src/database/files.ts',
    find: '  syncPath(from);\n  renameSync',
    replace: '  renameSync',
  },
  {
    what: 'reports a snapshot before its name is on the disk',
    file: 'src/database/files.ts',
    find: '  syncPath(dirname(to));\n',
    replace: '',
  },
  {
    what: 'lets the cursor of an integration go back',
    file: 'src/domain/integration/progress.ts',
    find: `max(\${column}, ?)`,
    replace: '?',
  },
  {
    what: 'stores no cursor of an integration',
    file: 'src/domain/integration/progress.ts',
    find: 'setCursor[stream].run(cursor, delivered, delivered, at, id);',
    replace: 'setCursor[stream].run(0, delivered, delivered, at, id);',
  },
  {
    what: 'issues lines to a center and leaves the cursor where it was',
    file: CENTER,
    find: 'Math.max(row.cursor, upTo)',
    replace: 'row.cursor',
  },
  {
    what: 'gives ids to operations of a center that were given before',
    file: CENTER,
    find: 'setIssued.run(row.last_sc - places.length,',
    replace: 'setIssued.run(row.last_sc,',
  },
  {
    what: 'issues what was issued',
    file: CENTER,
    find: 'if (places.some(({ seq }) => seq <= row.cursor))',
    replace: 'if (places.length < 0)',
  },
  {
    what: 'forgets what a call came to that may be repeated',
    file: 'src/domain/once/once-store.ts',
    find: 'if (result !== undefined) store(once, acting.now, result);',
    replace: '',
  },
  {
    what: 'leaves the row of a telegram that has become a message',
    file: 'src/domain/uplink/publish.ts',
    find: 'remove.run(last).changes !== telegrams.length',
    replace: 'false',
  },
  {
    what: 'begins the numbers of the log anew with each start',
    file: 'src/domain/uplink/newest.ts',
    find: 'lastSeq: (newestSeq.get() as { seq: number }).seq }',
    replace: 'lastSeq: 0 }',
  },
  {
    what: 'leaves a number of the log out after each start, and gives the last one again',
    file: 'src/domain/uplink/newest.ts',
    find: 'lastSeq: (newestSeq.get() as { seq: number }).seq }',
    replace: 'lastSeq: Math.max((newestSeq.get() as { seq: number }).seq - 1, 0) }',
  },
  {
    what: 'forgets at a start which windows are open',
    file: 'src/domain/uplink/newest.ts',
    find: '      lastOpen = telegram.id;',
    replace: '      lastOpen = telegram.id;\n      open.clear();',
  },
  {
    what: 'stores no copy of a telegram that a reader has seen',
    file: 'src/domain/uplink/copies.ts',
    find: '} else setMessage.run(blob, seq ?? 0);',
    replace: '}',
  },
  {
    what: 'chains audit events to the first one',
    file: 'src/domain/event/audit-chain.ts',
    find: 'advance.run(hash, org);',
    replace: '',
  },
  {
    what: 'gives the place of an event that is there',
    file: 'src/domain/event/event-store.ts',
    find: 'lastSeq ??= (newest.get() as { seq: number | null }).seq ?? 0;',
    replace: 'lastSeq ??= 0;',
  },
  {
    what: 'acknowledges a change and stores none',
    file: 'src/domain/endpoint/changes.ts',
    find: 'update.run(now, ...COLUMNS.map(column => after[column]), id);',
    replace: '',
  },
  {
    what: 'stores how far rules have looked before they have',
    file: 'src/domain/rule/carry-out.ts',
    find: 'advance.run(plan.upTo.log, plan.upTo.events);',
    replace: 'advance.run(0, 0);',
  },
  {
    what: 'removes more of the log than it says',
    file: LOG,
    find: 'dropMessages.run(upTo);',
    replace: 'dropMessages.run(upTo + 2);',
  },
  {
    what: 'removes a part of the log and does not say so',
    file: LOG,
    find: "raiseMark.run('log_pruned', upTo);",
    replace: '',
  },
  {
    what: 'seals blocks that overlap',
    file: 'src/domain/message/history.ts',
    find: 'insertBlock.run(firstSeq, lastSeq, minRx, maxRx, now);',
    replace: 'insertBlock.run(firstSeq, lastSeq + 3, minRx, maxRx, now);',
  },
  {
    what: 'gives ids of operations to a station that were given before',
    file: 'src/domain/session/operations.ts',
    find: "'UPDATE session SET last_sc = last_sc - 1 WHERE id = ?'",
    replace: "'UPDATE session SET last_sc = last_sc WHERE id = ?'",
  },
  {
    what: 'takes nothing back that a loss of power has left half done',
    file: 'src/database/prepare.ts',
    find: '    takeBackUnfinished(options);\n',
    replace: '',
    check: ERRORS_TEST,
  },
  {
    what: 'says of an error of the disk that a savepoint is gone',
    file: 'src/database/writer.ts',
    find: 'throw errorOf(outcome[1]);',
    replace: "throw new Error('no such savepoint');",
    check: ERRORS_TEST,
  },
  {
    what: 'brings an upgraded database into use before its content is on the disk',
    file: 'src/database/upgrade.ts',
    find: '  replaceFile(copy, path);',
    replace: '  renameSync(copy, path);',
  },
  {
    what: 'brings a recovered database into use before its content is on the disk',
    file: 'src/database/recovery/recovery.ts',
    find: '  replaceFile(path + NEW, path);',
    replace: '  renameSync(path + NEW, path);',
  },
  {
    what: 'says of an error of the disk among reads that a savepoint is gone',
    file: 'src/database/consistent.ts',
    find: `      try {
        end.run();
      } catch {`,
    replace: `      end.run();
      try {
      } catch {`,
    check: ['test/sim/campaign.ts', '--errors', '--first', '--seeds', '1000'],
  },
];
