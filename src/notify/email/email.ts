import { type Clock, momentOf } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Channel, Outcome } from '../channel.ts';
import { deliver, type SmtpSettings } from './smtp.ts';
import { type Box, type Mail, mailOf } from './words.ts';

export interface EmailSettings extends SmtpSettings {
  readonly from: string;
  readonly to: readonly string[];
}

/** A list is named by letters, digits and points. */
const NOT_IN_LIST_ID = /[^a-z0-9.-]+/g;

/** Tells by e-mail. */
export function emailChannel({
  clock,
  settings,
  box,
}: {
  readonly clock: Clock;
  readonly settings: EmailSettings;
  readonly box: Box;
}): Channel {
  const { from, to } = settings;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const messageId = () => `${uuid7(clock.now())}@${domain}`;
  const post = async (
    mail: Mail,
    id: string,
    signal: AbortSignal,
    { say, to: whom = to }: { say?: (line: string) => void; to?: readonly string[] | undefined } = {},
  ): Promise<Outcome> => {
    const message = await composed({ ...settings, to: whom }, mail, id, new Date(clock.now()), domain);
    return deliver(settings, { from, to: whom }, message, { clock, signal, say });
  };
  return {
    name: 'email',
    messageId,

    send: (message, signal) => post(mailOf(message, box, momentOf(clock)), message.messageId, signal).catch(notMade),

    test(say, signal, whom = to) {
      const began = clock.monotonic();
      const timed = (line: string) => say(`${String(Math.round(clock.monotonic() - began)).padStart(6)} ms  ${line}`);
      const text = `This is a test of the notices that ${box.name} sends when something is wrong. There is nothing to do.\n`;
      timed(`= ${settings.host} port ${settings.port}, STARTTLS ${settings.starttls}, to ${whom.join(', ')}`);
      return post({ subject: `[test] Notices of ${box.name}`, text }, messageId(), signal, {
        say: timed,
        to: whom,
      }).catch(notMade);
    },
  };
}

/** It never left: a file that is missing, such as that of the authority. */
function notMade(cause: unknown): Outcome {
  return {
    sent: false,
    accepted: 'no',
    reason: cause instanceof Error ? cause.message : String(cause),
    about: 'channel',
  };
}

/** Headers and text as they go over the line; nodemailer encodes both, so that no name becomes a header. */
async function composed(
  { from, to }: EmailSettings,
  { subject, text }: Mail,
  messageId: string,
  date: Date,
  domain: string,
): Promise<Buffer> {
  const { default: Composer } = await import('nodemailer/lib/mail-composer');
  const listId = `<waystation-alerts.${domain.toLowerCase().replace(NOT_IN_LIST_ID, '-')}>`;
  const mail = new Composer({
    from,
    to: [...to],
    subject,
    text,
    date,
    messageId: `<${messageId}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Id': listId },
  });
  return mail.compile().build();
}
