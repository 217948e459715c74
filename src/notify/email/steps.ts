/** A step of the conversation with a mail server. */
export interface MailStep {
  readonly name: 'connect' | 'tls' | 'sign_in' | 'sender' | 'recipient' | 'message';
  readonly ok: boolean;
  /** The last line of the server about it; why it failed, where the server said nothing. */
  readonly detail: string;
}

const BY_COMMAND: readonly (readonly [RegExp, MailStep['name']])[] = [
  [/^(EHLO|HELO)\b/, 'connect'],
  [/^STARTTLS\b/, 'tls'],
  [/^(AUTH\b|\(hidden\))/, 'sign_in'],
  [/^MAIL\b/, 'sender'],
  [/^RCPT\b/, 'recipient'],
  [/^(DATA\b|\.$)/, 'message'],
];
const LINE = /^\s*\d+ ms {2}([<>!]) (.*)$/;
/** The last line of an answer, and whether it is no refusal. */
const LAST = /^\d{3}( |$)/;
const TAKEN = /^[23]/;

/**
 * What a dialogue says step by step. Commands may go out several at once: answers come in their order.
 * @param lines as a test of the channel says them
 * @param failure why it ended; undefined: it was sent
 */
export function mailSteps(lines: readonly string[], failure: string | undefined): readonly MailStep[] {
  const steps = new Map<MailStep['name'], MailStep>();
  // the greeting answers the connection
  const unanswered: MailStep['name'][] = ['connect'];
  let last: MailStep['name'] = 'connect';
  for (const line of lines) {
    const [, from, said = ''] = LINE.exec(line) ?? [];
    const command = from === '>' ? BY_COMMAND.find(([form]) => form.test(said))?.[1] : undefined;
    // after the beginning of TLS it is greeted once more
    if (command) unanswered.push(command === 'connect' && steps.has('tls') ? 'tls' : command);
    if (from === '!') steps.set('recipient', { name: 'recipient', ok: false, detail: said });
    if (from !== '<' || !LAST.test(said)) continue;
    last = unanswered.shift() ?? last;
    const ok = (steps.get(last)?.ok ?? true) && TAKEN.test(said);
    steps.set(last, { name: last, ok, detail: said });
  }
  const all = [...steps.values()];
  if (failure === undefined || all.some(({ ok }) => !ok)) return all;
  const name = unanswered[0] ?? last;
  return [...all.filter(each => each.name !== name), { name, ok: false, detail: failure }];
}
