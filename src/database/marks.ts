/** Marks that a function of the stores gets where it is made: the thread that calls it and the thread that runs it both see them. */
const INTAKE = Symbol('intake');
const ALONE = Symbol('alone');
const FORGETTING = Symbol('forgetting');

type StoreFunction = (...args: never[]) => unknown;

/**
 * Brings something new in: refused while the disk is full; what removes, ends or delivers goes on (`DiskGuard.protect`). A mark on
 * `sessions.admit` makes a station that connects come again after a while; a connected station gets no answer to its uplink, is
 * disconnected and repeats it when it is let in again (BSSCI 10.3).
 */
export const intake = <F extends StoreFunction>(fn: F): F => Object.assign(fn, { [INTAKE]: true });
export const isIntake = (fn: object): boolean => INTAKE in fn;

/** What SQLite does only outside of a transaction: the writer runs it by itself, after the writes that came with it. */
export const alone = <F extends StoreFunction>(fn: F): F => Object.assign(fn, { [ALONE]: true });
export const isAlone = (fn: object): boolean => ALONE in fn;

/** Changes rows behind the back of those who remember them: after it, everything that is remembered of rows is read anew. */
export const forgetting = <F extends StoreFunction>(fn: F): F => Object.assign(fn, { [FORGETTING]: true });
export const isForgetting = (fn: object): boolean => FORGETTING in fn;

/** The marks of one function on another that stands for it. */
export const markedAs = <F extends StoreFunction>(fn: F, original: object): F => Object.assign(fn, original);
