/** Why something is not taken for an update, or could not be looked at. Closed, so that a program can tell them apart. */
export type RefusalReason =
  /** This program was made without keys for updates. */
  | 'no_root'
  | 'unreachable'
  /** The repository lacks what it has to have. */
  | 'missing'
  | 'too_large'
  | 'malformed'
  /** Too few of the keys that have to have signed it. */
  | 'signature'
  /** Older than what was seen before. */
  | 'rollback'
  | 'expired'
  /** Not the bytes that were signed for. */
  | 'content'
  | 'not_a_file'
  /** Below the highest version that this box has run. */
  | 'downgrade'
  /** Nothing for this machine, or for the version it runs. */
  | 'unsuitable'
  | 'disk_full'
  /** Another update is under way. */
  | 'busy'
  /** It was tried here before and did not work. */
  | 'rolled_back'
  /** It does not work beside what runs here: nothing was changed. */
  | 'rehearsal'
  /** What is kept here about updates cannot be used. */
  | 'state';

/** One sentence for a person that says what was refused and, where something can be done about it, what. */
export class UpdateRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpdateRefused';
    this.reason = reason;
  }
}
