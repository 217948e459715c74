import { hostOf } from '../kit/net/address.ts';
import { SECOND_MS } from '../kit/units.ts';
import { Posix } from '../protocol/errors.ts';
import { LivePeers } from '../protocol/live-peers.ts';
import { listenForPeers, type PeerListener } from '../protocol/peer-listener.ts';
import { MsgPackReader } from '../protocol/reader.ts';
import { Absences } from './absences.ts';
import { Announcements } from './announcements.ts';
import { AttachService } from './attach.ts';
import { StationControl } from './control.ts';
import type { BssciOptions } from './options.ts';
import { bssciRules, FIELDS, IDENTIFIER } from './rules.ts';
import { type StationService, serveStation } from './serve.ts';
import type { LiveStations, StationSession } from './session.ts';
import { VariableMac } from './variable-mac.ts';

export interface BssciService extends PeerListener {
  readonly stations: LiveStations;
  readonly attach: AttachService;
  readonly control: StationControl;
}

/** Opens the port that base stations connect to. */
export async function startBssci(options: BssciOptions): Promise<BssciService> {
  const { clock, log, store, metrics, times, limits, sealer } = options;
  const live = new LivePeers<number, StationSession>(count => metrics.stationsOnline(count));
  const absences = new Absences(clock);
  const attach = new AttachService({
    store,
    live,
    sealer,
    clock,
    log,
    repeatMs: times.attach_repeat_s * SECOND_MS,
  });
  const variableMac = new VariableMac(times.mac_types, store.write.sessions);
  const rules = bssciRules(limits.open_operations, variableMac.on);
  const reader = new MsgPackReader(FIELDS, rules.commands.keys());
  const badOperationId = rules.frames.error(0, Posix.protocol, 'opId is not valid');
  const announcements = new Announcements({ ...options, frames: rules.frames });
  const service: StationService = { ...options, rules, announcements, attach, live, absences, variableMac };
  // What is for a session that is away comes with its next resume.
  options.ordersTo(orders => {
    for (const order of orders) {
      const session = live.find(order.station);
      if (session?.session === order.session) session.order(order);
    }
  });
  await store.write.sessions.recover(clock.now());

  const listener = await listenForPeers({
    ...options,
    name: 'bssci',
    identifier: IDENTIFIER,
    frameBytes: limits.connect_frame_bytes,
    handshakeMs: times.handshake_s * SECOND_MS,
    writeStallMs: times.write_stall_s * SECOND_MS,
    problemEnds: true,
    live,
    serve({ certificate, remoteAddress, open }) {
      const connection = open({ read: payload => reader.map(payload), badOperationId });
      return serveStation(service, connection, certificate, remoteAddress);
    },
    rejected(reason, remoteAddress) {
      const at = clock.now();
      const data = { listener: 'bssci', remoteAddress, reason };
      store.write.events
        .raise({ type: 'security.tls_rejected', org: null, sourceId: hostOf(remoteAddress), at, storedAt: at, data })
        .catch((failure: unknown) => log.error({ err: failure }, 'event not stored'));
    },
    touch: changed => store.write.sessions.touch(changed),
  });
  return {
    port: listener.port,
    stations: live,
    attach,
    control: new StationControl({ live, clock, store }),
    reloadCertificates: listener.reloadCertificates,
    shownCertificate: listener.shownCertificate,
    async stop() {
      await listener.stop();
      absences.announceAll();
    },
  };
}
