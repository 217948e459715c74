import type { FieldAt } from '../../domain/integration/kind-settings.ts';

export const MAX_TOPIC = 1024;

/** What stands for something else in a topic (integrations section 2.1). */
const PLACEHOLDERS = [
  'prefix',
  'organization_id',
  'organization_name',
  'ep_eui',
  'ep_eui_dashed',
  'ep_name',
  'bs_eui',
  'event',
  'type_eui',
  'device_model',
] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** What is the same for all messages of an integration: a subscription can hold nothing else beside the EUI. */
const CONSTANT: readonly Placeholder[] = ['prefix', 'organization_id', 'organization_name'];
const EUI_LEVELS = ['{ep_eui}', '{ep_eui_dashed}'];

/** The start of topics: levels without wildcards. */
export function prefix(given: string, at: FieldAt): void {
  if (given.startsWith('/') || given.endsWith('/') || given.includes('//'))
    refuse(at, 'it may not have an empty level');
  if (/[{}]/.test(given)) refuse(at, 'it may not have placeholders');
  withoutWildcards(given, at);
}

/** The topic of an event. */
export function eventTemplate(given: string, at: FieldAt): void {
  const used = placeholdersIn(given, PLACEHOLDERS, at);
  withoutWildcards(given, at);
  const names = ['ep_eui', 'ep_eui_dashed', 'bs_eui'] as const;
  if (!names.some(name => used.has(name))) refuse(at, 'it must contain {ep_eui} or {bs_eui}');
  if (!used.has('event')) refuse(at, 'it must contain {event}');
}

/** The topic of commands, as one subscription that says of which endpoint each is. */
export function commandTemplate(given: string, at: FieldAt): void {
  const used = placeholdersIn(given, [...CONSTANT, 'ep_eui', 'ep_eui_dashed'], at);
  withoutWildcards(given, at);
  const levels = given.split('/');
  const own = levels.filter(level => EUI_LEVELS.includes(level)).length;
  const uses = [...given.matchAll(/\{ep_eui(_dashed)?\}/g)].length;
  if (!used.has('ep_eui') && !used.has('ep_eui_dashed')) refuse(at, 'it must contain {ep_eui}');
  if (own !== 1 || uses !== 1) refuse(at, '{ep_eui} must be a level of its own, once');
}

/** The first tokens of subjects of NATS. */
export function subjectPrefix(given: string, at: FieldAt): void {
  if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(given))
    refuse(at, 'it has letters, digits, hyphens and underscores, with single dots between them');
}

function placeholdersIn(given: string, known: readonly Placeholder[], at: FieldAt): ReadonlySet<Placeholder> {
  const used = new Set<Placeholder>();
  for (const [, name] of given.matchAll(/\{([^{}]*)\}/g)) {
    const found = known.find(each => each === name);
    if (found === undefined) return refuse(at, `{${name}} is none of its placeholders: ${known.join(', ')}`);
    used.add(found);
  }
  if (/[{}]/.test(given.replace(/\{[^{}]*\}/g, ''))) refuse(at, 'a brace has no partner');
  return used;
}

function withoutWildcards(given: string, at: FieldAt): void {
  if (/[+#]/.test(given)) refuse(at, 'it may not have the wildcards + and #');
}

function refuse(at: FieldAt, reason: string): never {
  return at.refuse('format', 'InvalidTopicTemplate', { reason });
}
