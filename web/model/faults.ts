// What kind of trouble a refusal is. The words for each kind are in words/.

export type FaultKind =
  | 'unreachable'
  | 'starting'
  | 'denied'
  | 'signIn'
  | 'missing'
  | 'exists'
  | 'over'
  | 'changed'
  | 'invalid'
  | 'busy'
  | 'late'
  | 'unexpected';

/** Of an error by its name: `ErrTokenBaseStationEUIExists` exists. */
export function kindOfToken(token: string): FaultKind | undefined {
  if (/Service(Starting|Stopping)$/.test(token)) return 'starting';
  if (/(NotFound|Gone)$/.test(token)) return 'missing';
  if (/Already\w+$/.test(token)) return 'over';
  if (/(Exists|Taken|InUse)$/.test(token)) return 'exists';
  if (/(AccessTokenExpired|Unauthenticated|InvalidAccessToken|MissingCredentials)$/.test(token)) return 'signIn';
  if (/(PermissionDenied|NotAllowed|Forbidden|RoleRequired|ScopeMissing)$/.test(token)) return 'denied';
  if (/(RateLimited|TooManyRequests|LimitReached|Overloaded|QueueFull)$/.test(token)) return 'busy';
  if (/(Invalid|TooLarge|TooLong|Required|Missing)/.test(token)) return 'invalid';
  return undefined;
}

/** The name and the sentence of an error text such as `ErrTokenX: the sentence`. */
export function splitFault(text: string): { token: string; sentence: string } {
  const [, token = '', sentence = text] = /^(ErrToken\w+): ([\s\S]*)$/.exec(text) ?? [];
  return { token, sentence };
}

/** A sentence begins with a capital and ends with a full stop. */
export function asSentence(text: string): string {
  if (text === '') return text;
  const begun = text[0]?.toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
