/** Both packages in one: they share objects, and the executable reads neither before a box has such a target. */
export {
  AckPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
export {
  type ConnectionOptions,
  credsAuthenticator,
  extractProtocolMessage,
  headers,
  type MsgHdrs,
  type NatsConnection,
  NatsConnectionImpl,
  nkeyAuthenticator,
  type Server,
  setTransportFactory,
  type Transport,
} from '@nats-io/nats-core/internal';
