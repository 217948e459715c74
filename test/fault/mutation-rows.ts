export interface Mutation {
  /** What the broken product does. */
  readonly what: string;
  readonly file: string;
  /** Text that stands in the file once. */
  readonly find: string;
  readonly replace: string;
  /** A script with its arguments, which must fail. */
  readonly check: readonly string[];
}

const SLOW_DISK = ['test/fault/slow-disk.ts', '--seconds', '6'];
const DISK_FULL = ['test/fault/disk-full.ts', '--rounds', '2', '--engine', 'node:sqlite', '--floor', '16'];

/** What is broken, and the check that has to notice. */
export const mutations: readonly Mutation[] = [
  {
    what: 'syncs a file on the main thread for every uplink',
    file: 'src/bssci/handlers.ts',
    find: 'await uplinks.receive(report(message, call, session));',
    replace: `const { closeSync, fsyncSync, openSync } = await import('node:fs');
        const file = openSync(\`/tmp/waystation-mutation-\${process.pid}\`, 'w');
        fsyncSync(file);
        closeSync(file);
        await uplinks.receive(report(message, call, session));`,
    check: SLOW_DISK,
  },
  {
    what: 'refuses an uplink now and then',
    file: 'src/bssci/handlers.ts',
    find: 'await uplinks.receive(report(message, call, session));',
    replace: `if (message.packetCnt % 100 === 99) throw new ProtocolError(Posix.io, 'broken');
        await uplinks.receive(report(message, call, session));`,
    check: SLOW_DISK,
  },
  {
    what: 'accepts below the floor of the disk',
    file: 'src/upkeep/space.ts',
    find: 'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : minFreeMb * MB;',
    replace: 'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : 0;',
    check: DISK_FULL,
  },
  {
    what: 'accepts nothing far above the floor of the disk',
    file: 'src/upkeep/space.ts',
    find: 'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : minFreeMb * MB;',
    replace:
      'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : 3 * minFreeMb * MB;',
    check: DISK_FULL,
  },
  {
    what: 'takes the disk for full once and for ever',
    file: 'src/upkeep/space.ts',
    find: 'const below = (limit: number, already: boolean) => free < (already ? Math.min(limit * LEAVING, total) : limit);',
    replace: 'const below = (limit: number, already: boolean) => already || free < limit;',
    check: DISK_FULL,
  },
];
