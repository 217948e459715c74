/** Takes note of what was looked at, one line each. */
export interface Checks {
  ok(what: string, holds: boolean, detail?: string): void;
  readonly failed: number;
}

export function createChecks(): Checks {
  let failed = 0;
  return {
    ok(what, holds, detail = '') {
      if (!holds) failed++;
      console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
      const shown = detail.trim();
      if (!holds && shown !== '') console.log(shown.replace(/^/gm, '         '));
    },
    get failed() {
      return failed;
    },
  };
}
