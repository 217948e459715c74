import type { Eui } from '../kit/eui.ts';
import { DAY_MS } from '../kit/units.ts';

/** How a target proves itself, and the client to it. PEM texts; the key is secret. */
export interface TlsSettings {
  /** Undefined: the system's authorities. */
  readonly caPem: string | undefined;
  readonly clientCertPem: string | undefined;
  readonly clientKeyPem: string | undefined;
  readonly insecureSkipVerify: boolean;
}

/** platform API 10.1, with secrets in clear: never kept longer than a connection. */
export interface MqttSettings extends TlsSettings {
  readonly brokerUrl: string;
  /** Undefined: made from the installation. */
  readonly clientId: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly layout: 'platform' | 'acmqtti' | 'custom' | 'home_assistant';
  readonly topicPrefix: string;
  readonly eventTopic: string;
  readonly commandTopic: string;
  readonly enableCommands: boolean;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly cleanSession: boolean;
  readonly keepAliveSeconds: number;
  readonly protocolVersion: '3.1.1' | '5';
  /** Undefined: that of the service center. */
  readonly acEui: Eui | undefined;
  readonly numericBsEui: boolean;
  /** Topics with the level `v1`, or without it. */
  readonly acmqttiVersion: '0.3' | '0.1';
  /** Of the EUIs in topics of the layout acmqtti. */
  readonly euiCase: 'lower' | 'upper';
  readonly discoveryPrefix: string;
}

/** So long a receiver may take to learn of a new secret. */
export const BOTH_SIGN_MS = DAY_MS;

/** A secret that was in force before. Milliseconds. */
export interface FormerSecret {
  readonly secret: string;
  /** Until then, by the clock when it was replaced, */
  readonly untilMs: number;
  /** and by what was credible, for a clock that turned out to be ahead. */
  readonly crediblyUntilMs: number;
}

export interface HttpSettings extends TlsSettings {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly signingSecret: string | undefined;
  /** Signs as well for a while. */
  readonly formerSecret: FormerSecret | undefined;
  readonly timeoutSeconds: number;
  readonly batchSize: number;
  readonly batchWaitMs: number;
  readonly allowDownlinkResponse: boolean;
}

export interface InfluxSettings extends TlsSettings {
  readonly url: string;
  readonly flavour: 'v1' | 'v2' | 'v3';
  readonly org: string;
  readonly bucket: string;
  readonly database: string;
  readonly retentionPolicy: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly measurement: string;
  readonly includeRadio: boolean;
}

export interface NatsSettings extends TlsSettings {
  readonly servers: readonly string[];
  readonly creds: string | undefined;
  readonly nkeySeed: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly subjectPrefix: string;
  readonly manageStreams: boolean;
  readonly msgId: 'place' | 'telegram';
  readonly enableCommands: boolean;
}
