import { parseUuid } from '../../kit/uuid.ts';

/** For whom a client of the broker speaks. */
export interface Speaker {
  readonly organizationId: string;
  readonly scopes: readonly string[];
}

const READ = 'messages:read';
const WRITE = 'downlinks:write';

/**
 * To which organization a topic belongs: its second level says so. What names none, such as the discovery of Home Assistant, is of the
 * default organization.
 */
export function ownerOf(topic: string, defaultOrganization: string): string {
  return parseUuid(topic.split('/')[1] ?? '') ?? defaultOrganization;
}

/** What asks for a downlink, wherever in its topic: for integrations, which take commands, and no client. */
export function isCommand(topic: string): boolean {
  const levels = topic.split('/');
  return levels.includes('command') || levels.at(-1) === 'downlink';
}

export function may(scopes: readonly string[], scope: typeof READ | typeof WRITE): boolean {
  return scopes.includes(scope) || scopes.includes('*');
}

/** Whether a filter may be subscribed to; what it lets through is looked at message by message besides. */
export function maySubscribe({ organizationId, scopes }: Speaker, filter: string): boolean {
  if (filter.startsWith('$') || !may(scopes, READ)) return false;
  const named = parseUuid(filter.split('/')[1] ?? '');
  return named === undefined || named === organizationId;
}

/** Whether a message may go to a client. */
export function mayReceive({ organizationId }: Speaker, topic: string, defaultOrganization: string): boolean {
  return !topic.startsWith('$') && !isCommand(topic) && ownerOf(topic, defaultOrganization) === organizationId;
}

/** Why a client may not publish to a topic; undefined: it may. */
export function publishRefusal(
  { organizationId, scopes }: Speaker,
  topic: string,
  defaultOrganization: string,
): string | undefined {
  if (topic.startsWith('$') || ownerOf(topic, defaultOrganization) !== organizationId)
    return 'the topic is of another organization';
  // That Home Assistant has begun anew needs no right.
  if (/^[^/]+\/status$/.test(topic)) return undefined;
  if (!isCommand(topic)) return 'only commands may be published';
  return may(scopes, WRITE) ? undefined : `the key lacks ${WRITE}`;
}

/** Whether a topic passes a filter (MQTT 4.7). */
export function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true;
    if (at >= levels.length || (level !== '+' && level !== levels[at])) return false;
  }
  return wanted.length === levels.length;
}
