// By which ways people are told of alerts, and a test of the mail.
import { put, type Query, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

export interface AlertChannels {
  email: { configured: boolean; from?: string; to: string[]; host?: string; port?: number };
  heartbeat: { configured: boolean };
}

export type MailStepName = 'connect' | 'tls' | 'sign_in' | 'sender' | 'recipient' | 'message';

export interface MailTest {
  ok: boolean;
  steps: { name: MailStepName; ok: boolean; detail: string }[];
  /** Why it failed, in English. */
  reason?: string;
  dialogue: string[];
}

const TESTED = 'ws-mail-tested';

/** @param mayRead whether the caller administers the box; nothing is asked otherwise */
export function useChannels(mayRead: boolean): Query<AlertChannels> {
  return useQuery(
    mayRead ? 'alert-channels' : undefined,
    async signal => rest<AlertChannels>('GET', '/alerts/channels', undefined, signal),
    60_000,
  );
}

/** Whether a test from this browser has arrived once, and mail is set up still. */
export const isMailTested = (channels: AlertChannels | undefined): boolean =>
  channels?.email.configured === true && localStorage.getItem(TESTED) === 'yes';

/** Sends a mail that says it is a test. @param to empty: those that are told of alerts */
export async function testMail(to: string): Promise<MailTest> {
  const done = await rest<MailTest>('POST', '/alerts/channels/email/test', to === '' ? {} : { to });
  if (done.ok) localStorage.setItem(TESTED, 'yes');
  put<AlertChannels>('alert-channels', old => old && { ...old });
  return done;
}
