import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { finishSwitchOver } from '../../../src/upkeep/backup/switch-over.ts';
import { configAt } from '../filled.ts';

const [PLACE, STAGED, ASIDE] = ['waystation.db', 'restoring/waystation.db', 'before-restore-1/waystation.db'];

/** Journals that no restore has written. */
const forged: Readonly<Record<string, object>> = {
  'a place elsewhere': { moves: [{ place: '../victim/f', staged: STAGED, aside: 'before-restore-1/f' }], emptied: [] },
  'a place here that is none of ours': {
    moves: [{ place: 'notes', staged: 'restoring/notes', aside: 'before-restore-1/notes' }],
    emptied: [],
  },
  'what is staged elsewhere': { moves: [{ place: PLACE, staged: '../victim/f', aside: ASIDE }], emptied: [] },
  'what is put aside elsewhere': {
    moves: [{ place: PLACE, staged: STAGED, aside: '../victim/waystation.db' }],
    emptied: [],
  },
  'what is put aside under another name': {
    moves: [{ place: PLACE, staged: STAGED, aside: 'before-restore-1/other' }],
    emptied: [],
  },
  'an absolute path': { moves: [{ place: '/etc/passwd', aside: '/etc/before-restore-1/passwd' }], emptied: [] },
  'staged behind a link': {
    moves: [{ place: 'pki', staged: 'restoring/pki', aside: 'before-restore-1/pki' }],
    emptied: [],
  },
  'aside behind a link': { moves: [{ place: PLACE, aside: 'before-restore-link/waystation.db' }], emptied: [] },
  'a folder elsewhere to be removed': { moves: [], emptied: ['../victim'] },
  'a folder here to be removed': { moves: [{ place: PLACE, staged: STAGED, aside: ASIDE }], emptied: ['pki'] },
  'no paths': { moves: [{ place: 1, aside: [] }], emptied: [] },
  'no moves': { emptied: [] },
  'null in it': { moves: [null], emptied: [] },
};

for (const [what, journal] of Object.entries(forged)) {
  t.test(`a journal with ${what} moves and removes nothing`, async t => {
    const root = t.testdir({
      victim: { f: 'theirs', pki: {} },
      data: {
        'waystation.db': 'ours',
        notes: 'ours',
        pki: {},
        ...(what.startsWith('staged') ? {} : { restoring: { f: '' } }),
      },
    });
    const data = join(root, 'data');
    if (what.startsWith('staged')) symlinkSync('../victim', join(data, 'restoring'));
    symlinkSync('../victim', join(data, 'before-restore-link'));
    writeFileSync(join(data, 'restore.json'), JSON.stringify(journal));
    t.throws(() => finishSwitchOver(configAt(data)), /restore\.json (is no journal|names .*, which no restore into)/);
    t.equal(readFileSync(join(root, 'victim/f'), 'utf8'), 'theirs');
    t.equal(readFileSync(join(data, 'waystation.db'), 'utf8'), 'ours');
    for (const path of ['victim/pki', 'data/pki', 'data/notes', 'data/restore.json'])
      t.ok(existsSync(join(root, path)));
  });
}

t.test('a journal of ours is carried out, also where the database lies elsewhere', async t => {
  const root = t.testdir({
    data: { pki: {} },
    disk: { 'waystation.db': 'old', restoring: { 'waystation.db': 'new' } },
  });
  mkdirSync(join(root, 'data/restoring/pki'), { recursive: true });
  const data = join(root, 'data');
  const config = { ...configAt(data), store: { ...configAt(data).store, path: join(root, 'disk/waystation.db') } };
  const journal = {
    moves: [
      {
        place: '../disk/waystation.db',
        staged: '../disk/restoring/waystation.db',
        aside: '../disk/before-restore-1/waystation.db',
      },
      { place: '../disk/waystation.db-wal', aside: '../disk/before-restore-1/waystation.db-wal' },
      { place: 'pki', staged: 'restoring/pki', aside: 'before-restore-1/pki' },
    ],
    emptied: ['../disk/restoring', 'restoring'],
  };
  writeFileSync(join(data, 'restore.json'), JSON.stringify(journal));
  t.equal(finishSwitchOver(config), true);
  t.equal(readFileSync(join(root, 'disk/waystation.db'), 'utf8'), 'new');
  t.equal(readFileSync(join(root, 'disk/before-restore-1/waystation.db'), 'utf8'), 'old');
  t.notOk(existsSync(join(root, 'disk/restoring')) || existsSync(join(data, 'restore.json')));
});
