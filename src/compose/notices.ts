import { type Config, hasGatewayTls, isLoopback } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import type { Log } from '../kit/log.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { Channel } from '../notify/channel.ts';
import { emailChannel } from '../notify/email/email.ts';
import { mailSteps } from '../notify/email/steps.ts';
import { Heartbeat } from '../notify/heartbeat.ts';
import { Sender } from '../notify/sender.ts';
import type { AlertChannels } from '../rest/alerts/channels.ts';

const PORTS = { required: 587, implicit: 465, none: 25 } as const;

/** The channels that the configuration switches on. */
export function channelsOf(config: Config, clock: Clock): Channel[] {
  const { alerts, service_center } = config;
  const { email } = alerts;
  const { host, port, starttls, ca, username, password, from, to } = email;
  if (host === undefined) return [];
  const settings = { host, port: port ?? PORTS[starttls], starttls, ca, username, password, from, to };
  return [emailChannel({ clock, settings, box: { name: service_center.name, address: consoleAddress(config) } })];
}

/** Of the console, without a path, for those who are elsewhere; undefined where none is known that they could reach. */
export function consoleAddress(config: Config): string | undefined {
  const { console, gateway, gateway_host: host, gateway_port: port, pki } = config;
  if (!console.enabled) return undefined;
  if (gateway.base_url !== undefined) return gateway.base_url.replace(/\/+$/, '');
  const isAny = host === '::' || host === '0.0.0.0';
  const name = isAny ? pki.server_names.find(each => !isLoopback(each)) : host;
  if (name === undefined || isLoopback(name) || port === 0) return undefined;
  return `${hasGatewayTls(config) ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The same as the API shows and tests them. */
export function alertChannelsOf(config: Config, clock: Clock): AlertChannels {
  const { email, heartbeat_url } = config.alerts;
  const { host, port, starttls: tls, from, to } = email;
  const [channel] = channelsOf(config, clock);
  const mail = channel &&
    host !== undefined && {
      ...{ from, to, host, port: port ?? PORTS[tls], tls },
      async test(whom: readonly string[] | undefined, signal: AbortSignal) {
        const dialogue: string[] = [];
        const outcome = await channel.test(line => dialogue.push(line), signal, whom);
        const failure = outcome.sent ? undefined : outcome.reason;
        return { failure, steps: mailSteps(dialogue, failure), dialogue };
      },
    };
  return { email: mail || undefined, heartbeat: heartbeat_url !== undefined };
}

/** Begins to tell people of alerts, and a monitor elsewhere that this box lives. */
export async function startNotices(
  {
    config,
    clock,
    log,
    store,
    channels,
  }: {
    readonly config: Config;
    readonly clock: Clock;
    readonly log: Log;
    readonly store: Store;
    readonly channels: readonly Channel[];
  },
  opened: AsyncDisposableStack,
): Promise<void> {
  const { write, scan } = store;
  await write.notifications.setChannels(
    channels.map(({ name }) => name),
    clock.now(),
  );
  const { due, onTheirWay, message } = scan.notifications;
  const { compose, sent, failed } = write.notifications;
  const sender = new Sender({ clock, log, channels, outbox: { due, onTheirWay, message, compose, sent, failed } });
  sender.start();
  opened.defer(() => sender.stop());
  const url = config.alerts.heartbeat_url;
  if (url === undefined) return;
  const heartbeat = new Heartbeat({ clock, log, url });
  heartbeat.start();
  opened.defer(() => heartbeat.stop());
}
