export interface NoticesRequest {
  readonly path: string;
  readonly port: number;
  readonly settle: boolean;
  /** What time it is in the time that runs faster, and that it goes on from there. */
  readonly now: number;
}

/** Minutes pass in a tenth of a second. */
export const FASTER = 600;
/** So few that one message names all of them, each with its beginning and its end. */
export const NAMES = ['one', 'two', 'three', 'four', 'five'];
