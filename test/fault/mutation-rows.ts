export interface Mutation {
  /** What the broken product does. */
  readonly what: string;
  readonly file: string;
  /** Text that stands in the file once. */
  readonly find: string;
  readonly replace: string;
  /** A script with its arguments, which must fail. */
  readonly check: readonly string[];
}

const SLOW_DISK = ['test/fault/slow-disk.ts', '--seconds', '6'];
const DISK_FULL = ['test/fault/disk-full.ts', '--rounds', '2', '--engine', 'node:sqlite', '--floor', '16'];

const POWER_CUT = ['test/fault/power-cut.ts', '--points', '0'];
const ADMIN_KILL = ['test/fault/admin-kill.ts', '--rounds', '24'];
const ANNOUNCEMENTS = ['test/fault/announcements.ts', '--rounds', '8', '--endpoints', '60', '--seed', '5', '--short'];
const DELIVERIES = [
  'test/fault/deliveries.ts',
  '--messages',
  '2000',
  '--endpoints',
  '50',
  '--kills',
  '4',
  '--seed',
  '5',
];
const COMMANDS = ['test/fault/commands.ts', '--commands', '200', '--kills', '6', '--seed', '5', '--kind'];
const BROKER = ['test/integrations/broker/broker.test.ts'];
const SCALE_OUT = [
  ...['test/fault/scale-out.ts', '--boxes', '4', '--messages', '8000'],
  ...['--endpoints', '50', '--kills', '10', '--seed', '1'],
];
const GAPS = ['test/domain/message/gaps.test.ts'];
const SCAN_MEMORY = ['test/database/scan-memory.test.ts'];
const PIPELINE = ['test/kit/pipeline.test.ts'];
const UNREAD = ['test/rpc/serve/unread-connections.test.ts'];
const WRITER = ['test/database/writer-failures.test.ts'];

/** What is broken, and the check that has to notice. */
export const mutations: readonly Mutation[] = [
  {
    what: 'syncs a file on the main thread for every uplink',
    file: 'src/bssci/handlers.ts',
    find: 'await uplinks.receive(report(message, call, session, clock.now()));',
    replace: `const { closeSync, fsyncSync, openSync } = await import('node:fs');
        const file = openSync(\`/tmp/waystation-mutation-\${process.pid}\`, 'w');
        fsyncSync(file);
        closeSync(file);
        await uplinks.receive(report(message, call, session, clock.now()));`,
    check: SLOW_DISK,
  },
  {
    what: 'refuses an uplink now and then',
    file: 'src/bssci/handlers.ts',
    find: 'await uplinks.receive(report(message, call, session, clock.now()));',
    replace: `if (message.packetCnt % 100 === 99) throw new ProtocolError(Posix.io, 'broken');
        await uplinks.receive(report(message, call, session, clock.now()));`,
    check: SLOW_DISK,
  },
  {
    what: 'accepts below the floor of the disk',
    file: 'src/upkeep/disk/disk-space.ts',
    find: 'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : minFreeMb * MB;',
    replace: 'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : 0;',
    check: DISK_FULL,
  },
  {
    what: 'accepts nothing far above the floor of the disk',
    file: 'src/upkeep/disk/disk-space.ts',
    find: 'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : minFreeMb * MB;',
    replace:
      'const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : 3 * minFreeMb * MB;',
    check: DISK_FULL,
  },
  {
    what: 'takes the disk for full once and for ever',
    file: 'src/upkeep/disk/disk-guard.ts',
    find: 'const below = (limit: number, already: boolean) => free < (already ? Math.min(limit * LEAVING, total) : limit);',
    replace: 'const below = (limit: number, already: boolean) => already || free < limit;',
    check: DISK_FULL,
  },
  {
    what: 'lets the content of a key file reach the disk when it likes',
    file: 'src/pki/files.ts',
    find: 'fsyncSync(file);',
    replace: '',
    check: POWER_CUT,
  },
  {
    what: 'lets the name of a key file reach the disk when it likes',
    file: 'src/kit/folder.ts',
    find: 'fsyncSync(handle);',
    replace: '',
    check: POWER_CUT,
  },
  {
    what: 'lets the name of a new folder reach the disk when it likes',
    file: 'src/kit/folder.ts',
    find: 'syncFolder(dirname(folder));',
    replace: '',
    check: POWER_CUT,
  },
  {
    what: 'lets a revocation reach the disk when it likes',
    file: 'src/pki/revocation.ts',
    find: 'fsyncSync(file);',
    replace: '',
    check: POWER_CUT,
  },
  {
    what: 'lets what a restore puts in place reach the disk when it likes',
    file: 'src/database/files.ts',
    find: 'fsyncSync(opened);',
    replace: '',
    check: POWER_CUT,
  },
  {
    what: 'restores a database without its messages',
    file: 'src/upkeep/backup/restore.ts',
    find: 'startOver(db, now);',
    replace: "startOver(db, now);\n      db.exec('DELETE FROM message');",
    check: ADMIN_KILL,
  },
  {
    what: 'blocks a window for three missed downlinks in place of two',
    file: 'src/domain/downlink/hand-over.ts',
    find: 'const MAX_MISSED = 2;',
    replace: 'const MAX_MISSED = 3;',
    check: ['test/model/store.test.ts'],
  },
  {
    what: 'remembers what a call that failed half-way has done',
    file: 'src/database/writer.ts',
    find: "if (!('fault' in outcome[1])) forget();",
    replace: '',
    check: WRITER,
  },
  {
    what: 'remembers what a transaction that failed has done',
    file: 'src/database/writer.ts',
    find: `orders.withdraw(0);
      forget();`,
    replace: 'orders.withdraw(0);',
    check: WRITER,
  },
  {
    what: 'sends what a transaction has ordered that failed',
    file: 'src/database/writer.ts',
    find: 'orders.withdraw(0);',
    replace: '',
    check: WRITER,
  },
  {
    what: 'lets any number of writes wait',
    file: 'src/database/commit.ts',
    find: 'if (this.waiting >= MAX_WAITING)',
    replace: 'if (this.waiting < 0)',
    check: WRITER,
  },
  {
    what: 'takes telegrams of foreign MACs while the disk is full',
    file: 'src/domain/uplink/store.ts',
    find: 'receiveMac: intake(',
    replace: 'receiveMac: (<F>(write: F) => write)(',
    check: ['test/upkeep/disk/disk-guard.test.ts'],
  },
  {
    what: 'answers a request that is repeated before its answer twice',
    file: 'src/protocol/peer-operations.ts',
    find: 'if (open.answered) this.#answer(command, opId, open.response);',
    replace: 'this.#answer(command, opId, open.response ?? {});',
    check: ['test/bssci/operations.test.ts'],
  },
  {
    what: 'shows everybody what is for the operator',
    file: 'src/rpc/system/rows.ts',
    find: 'if (!isAdministrator(principal)) return shown;',
    replace: '',
    check: ['test/rpc/system/system.test.ts'],
  },
  {
    what: 'looks for copies in no sealed block',
    file: 'src/domain/uplink/copies.ts',
    find: 'for (const seq of sealedCounters.with(endpoint.id, packetCnt)) {',
    replace: 'for (const seq of [] as number[]) {',
    check: WRITER,
  },
  {
    what: 'goes on with a stream whose place is gone',
    file: 'src/rpc/follow.ts',
    find: 'if (isGone(log, cursor)) throw tooOldCursor(log, clock.now());',
    replace: '',
    check: ['test/rpc/streams.test.ts'],
  },
  {
    what: 'lets a stranger end the process by a stream that is reset in the packet that brings it',
    file: 'src/rpc/serve/http.ts',
    find: "http2.on('checkContinue', (request, response) => {",
    replace: "http2.once('checkContinue', (request, response) => {",
    check: ['test/fault/fuzz-http.ts', '--frames', '20000'],
  },
  {
    what: 'forgets the key of an endpoint whose EUI was changed beside it',
    file: 'src/domain/endpoint/changes.ts',
    find: "if (eui !== undefined && eui !== before.eui) throw fault('ConcurrentModification');",
    replace: '',
    check: ['test/rpc/endpoints/changes.test.ts'],
  },
  {
    what: 'forgets a change of an endpoint for stations that owe an answer',
    file: 'src/domain/attach/propagation.ts',
    find: "WHERE s.state IN ('active', 'disconnected') AND s.station <> ?",
    replace: `WHERE s.state IN ('active', 'disconnected') AND s.station <> ?
       AND NOT EXISTS (SELECT 1 FROM propagation q WHERE q.station = s.station AND q.state = 'sent')`,
    check: ANNOUNCEMENTS,
  },
  {
    what: 'forgets a change of an endpoint for stations that are away',
    file: 'src/domain/attach/propagation.ts',
    find: "WHERE s.state IN ('active', 'disconnected') AND s.station <> ?",
    replace: "WHERE s.state = 'active' AND s.station <> ?",
    check: ANNOUNCEMENTS,
  },
  {
    what: 'leaves an endpoint with stations that have not answered its announcement',
    file: 'src/domain/attach/propagation.ts',
    find: "error = '', updated_at = ? WHERE endpoint = ? AND station <> ? AND kind = 'att'`,",
    replace: "error = '', updated_at = ? WHERE endpoint = ? AND station <> ? AND kind = 'att' AND state <> 'sent'`,",
    check: ANNOUNCEMENTS,
  },
  {
    what: 'takes the answer to an announcement for the answer to what came after it',
    file: 'src/domain/attach/propagation.ts',
    find: "WHERE s.id = ? AND p.station = ? AND p.op_id = ? AND p.state = 'sent'`,",
    replace: `WHERE s.id = ? AND p.station = ?
       AND p.endpoint = (SELECT o.endpoint FROM operation o WHERE o.session = s.id AND o.op_id = ?)\`,`,
    check: ANNOUNCEMENTS,
  },
  {
    what: 'announces a counter that was not sent yet',
    file: 'src/domain/attach/announcing.ts',
    find: 'max(coalesce(h.last_packet_cnt, 0), 0) AS last_packet_cnt',
    replace: 'max(coalesce(h.last_packet_cnt, 0), 0) + 1 AS last_packet_cnt',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'announces all endpoints again to a station that goes on with its session',
    file: 'src/domain/session/store.ts',
    find: 'setResumed.run(at, session);',
    replace: `setResumed.run(at, session);
      db.exec(\`UPDATE session SET announced = 0 WHERE station = \${station}\`);`,
    check: ANNOUNCEMENTS,
  },
  {
    what: 'announces without storing what is announced',
    file: 'src/domain/attach/announcing.ts',
    find: 'unanswered.set(session, [...before, ...entries]);',
    replace: '',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'drops what a station has not answered when it comes back',
    file: 'src/bssci/serve.ts',
    find: 'for (const operation of operations) {',
    replace: 'for (const operation of operations.slice(1)) {',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'repeats what a station has not answered with the counter of now',
    file: 'src/domain/attach/announcing.ts',
    find: 'content: { ...content, lastPacketCnt },',
    replace: 'content: { ...content, lastPacketCnt: (Date.now() >>> 8) + lastPacketCnt * 0 },',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'repeats what a station has not answered in the wrong order',
    file: 'src/bssci/serve.ts',
    find: 'readHeld(session.held, sealer);',
    replace: 'readHeld(session.held.toReversed(), sealer);',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'says what an endpoint is now where it had not been answered before',
    file: 'src/domain/attach/contents.ts',
    find: 'FROM endpoint e WHERE e.id = ? AND e.version = ?`',
    replace: 'FROM endpoint e WHERE e.id = ? AND ? >= 0`',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'forgets how far the list was announced',
    file: 'src/domain/attach/announcing.ts',
    find: 'if (last !== progress.announced) setAnnounced.run(last, session);',
    replace: 'setAnnounced.run(ALL, session);',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'leaves a detached endpoint with the stations that the list has reached',
    file: 'src/domain/attach/propagation.ts',
    find: 'return needDetachByList.run(operationId, at, endpoint, except).changes + changed > 0;',
    replace: 'return changed > 0;',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'leaves a deleted endpoint with the stations',
    file: 'src/domain/endpoint/changes.ts',
    find: "endpointDeleted(row.org, id, acting);\n      attach.detach(decision(id, 'api', acting));",
    replace: 'endpointDeleted(row.org, id, acting);',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'leaves the old EUI of an endpoint with the stations',
    file: 'src/domain/endpoint/changes.ts',
    find: 'moveKnown.run(gone, id);',
    replace: '',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'leaves a suspended endpoint with the stations',
    file: 'src/domain/endpoint/changes.ts',
    find: 'if (attached && ended) {',
    replace: 'if (attached && !hasKey(after)) {',
    check: ANNOUNCEMENTS,
  },
  {
    what: 'stores the cursor of an integration beyond what it has sent',
    file: 'src/integrations/lane.ts',
    find: 'return { cursor: this.#cursor, delivered',
    replace: 'return { cursor: this.#readTo, delivered',
    check: DELIVERIES,
  },
  {
    what: 'sends messages of an endpoint to an integration side by side',
    file: 'src/integrations/lane.ts',
    find: 'if (busy.has(entry.key)) left.push(entry);',
    replace: "if (busy.has('')) left.push(entry);",
    check: DELIVERIES,
  },
  {
    what: 'gives a delivery another id after a restart',
    file: 'src/integrations/delivery-id.ts',
    find: "'buffer'));",
    replace: "'buffer').map(byte => byte ^ (process.pid & 0xff)));",
    check: DELIVERIES,
  },
  {
    what: 'sends more beyond the stored cursor of an integration than a kill may repeat',
    file: 'src/integrations/progress.ts',
    find: 'this.#enough = Math.max(1, Math.floor(options.ahead * PART));',
    replace: 'this.#enough = (options as { ahead: number }).ahead *= 4;',
    check: DELIVERIES,
  },
  {
    what: 'passes what an integration refuses without parking it',
    file: 'src/integrations/delivery.ts',
    find: 'await source.park({ id: row.id, items, at: clock.now() });',
    replace: '',
    check: DELIVERIES,
  },
  {
    what: 'acknowledges a command to a broker before it is stored',
    file: 'src/integrations/drivers/mqtt.ts',
    find: 'this.#inbox.take(incoming, done)',
    replace: 'this.#inbox.take(incoming, (done(), () => undefined))',
    check: [...COMMANDS, 'mqtt'],
  },
  {
    what: 'acknowledges a command to a stream before it is stored',
    file: 'src/integrations/drivers/nats/nats.ts',
    find: "const stored = incoming ? await carriedOut(message, incoming) : 'malformed';",
    replace: "message.ack();\n    const stored = incoming ? await carriedOut(message, incoming) : 'malformed';",
    check: [...COMMANDS, 'nats'],
  },
  {
    what: 'takes a delivery for done before the downlinks in its answer are stored',
    file: 'src/integrations/drivers/http/http.ts',
    find: '!isTest) await obey(answer);',
    replace: '!isTest) obey(answer).catch(() => undefined);',
    check: [...COMMANDS, 'http'],
  },
  {
    what: 'takes a command that comes again for another one',
    file: 'src/integrations/command.ts',
    find: 'request_id: uuid5(row.uuid, ref)',
    replace: 'request_id: globalThis.crypto.randomUUID()',
    check: [...COMMANDS, 'mqtt'],
  },
  {
    what: 'does not answer a command that comes again',
    file: 'src/integrations/command.ts',
    find: 'again: deduplicated }];',
    replace: 'again: deduplicated }].filter(() => !deduplicated);',
    check: ['test/integrations/command.test.ts'],
  },
  {
    what: 'lets a client of the embedded broker read what is of another organization',
    file: 'src/integrations/broker/broker.ts',
    find: 'return guest && mayReceive(guest.key, packet.topic, defaultOrganization) ? packet : null;',
    replace: 'return guest ? packet : null;',
    check: BROKER,
  },
  {
    what: 'lets a client of the embedded broker in under another name than that of its key',
    file: 'src/integrations/broker/broker.ts',
    find: 'if (!key || key.prefix !== username) {',
    replace: 'if (!key) {',
    check: BROKER,
  },
  {
    what: 'acknowledges a command at the embedded broker before it is stored',
    file: 'src/integrations/broker/attachment.ts',
    find: 'this.#taken.set(messageId, () => {',
    replace: `resolve();
      this.#taken.set(messageId, () => {`,
    check: BROKER,
  },
  {
    what: 'counts a message as delivered before the broker acknowledges it',
    file: 'src/integrations/drivers/mqtt/outbox.ts',
    find: 'this.#flights.set(messageId, { settle, next:',
    replace: `queueMicrotask(() => settle(ACCEPTED));
      this.#flights.set(messageId, { settle: () => undefined, next:`,
    check: ['test/integrations/drivers/mqtt/broker.test.ts'],
  },
  {
    what: 'acknowledges a command to a broker while it is being stored',
    file: 'src/integrations/drivers/mqtt/inbox.ts',
    find: 'await this.#untilStored(first.incoming);',
    replace: 'background(this.#untilStored(first.incoming), impossible);',
    check: ['test/integrations/drivers/mqtt/commands.test.ts'],
  },
  {
    what: 'leaves an endpoint in Home Assistant that is gone',
    file: 'src/integrations/drivers/mqtt/home-assistant/layout.ts',
    find: "await Promise.all(topics.map(topic => line.publish(retained(topic, ''))));",
    replace: '',
    check: ['test/integrations/drivers/mqtt/home-assistant.test.ts'],
  },
  {
    what: 'parks what a receiver wants later',
    file: 'src/integrations/drivers/http/answer.ts',
    find: 'if (ITEM_IS_WRONG.includes(status))',
    replace: 'if (ITEM_IS_WRONG.includes(status) || status === 429)',
    check: ['test/integrations/drivers/http/http.test.ts'],
  },
  {
    what: 'signs a webhook without its time',
    file: 'src/integrations/drivers/http/signature.ts',
    find: `update(\`\${id}.\${timestamp}.\${body}\`)`,
    replace: `update(\`\${id}.\${body}\`)`,
    check: ['test/integrations/drivers/http/http.test.ts'],
  },
  {
    what: 'lets a name of a sensor end a tag of a point',
    file: 'src/integrations/drivers/influx/lines.ts',
    find: ".replace(/[,= ]/g, '\\\\$&') || '-'",
    replace: "|| '-'",
    check: ['test/integrations/drivers/influx/influx.test.ts'],
  },
  {
    what: 'acknowledges a command to NATS that had no room',
    file: 'src/integrations/drivers/nats/nats.ts',
    find: "if (stored === 'stored') message.ack();",
    replace: "if (stored !== 'malformed') message.ack();",
    check: ['test/real/nats.ts'],
  },
  {
    what: 'looks at only one of the addresses of a target',
    file: 'src/integrations/guard.ts',
    find: 'for (const { address } of found) {',
    replace: 'for (const { address } of found.slice(0, 1)) {',
    check: ['test/integrations/guard.test.ts'],
  },
  {
    what: 'takes for stored what a NATS server has not acknowledged',
    file: 'src/integrations/drivers/nats/nats.ts',
    find: 'await js.publish(subject, text, options);',
    replace: 'js.publish(subject, text, options).catch(() => undefined);',
    check: SCALE_OUT,
  },
  {
    what: 'goes on in a NATS stream behind its last message, whatever is missing before it',
    file: 'src/integrations/drivers/nats/nats.ts',
    find: 'log: Math.max(0, reached.log - WINDOW)',
    replace: 'log: reached.log',
    check: SCALE_OUT,
  },
  {
    what: 'walks the places of the log for statistics',
    file: 'src/domain/statistics/sample-reader.ts',
    find: 'const end = places.end(above, STRETCH, newest);',
    replace: 'const end = above + STRETCH < newest ? above + STRETCH : undefined;',
    check: GAPS,
  },
  {
    what: 'walks the places of the log for an application center',
    file: 'src/domain/center/lines.ts',
    find: 'const more = places.end(after, SPAN);',
    replace: 'const more = after + SPAN < messages.edges().newest ? after + SPAN : undefined;',
    check: GAPS,
  },
  {
    what: 'counts what an application center is owed from place to place',
    file: 'src/domain/center/limits.ts',
    find: 'const upTo = places.end(counted, STEP, place) ?? place;',
    replace: 'const upTo = Math.min(counted + STEP, place);',
    check: GAPS,
  },
  {
    what: 'looks for the newest messages of rules by places',
    file: 'src/domain/rule/received.ts',
    find: 'this.#messages.begin(upTo, WARM_MESSAGES)',
    replace: 'upTo - WARM_MESSAGES',
    check: GAPS,
  },
  {
    what: 'lets a scan keep what it likes',
    file: 'src/database/reader.ts',
    find: "const verdict = finished ? 'fine' : memory.judge(taken, running.size === 1);",
    replace: "const verdict = 'fine' as string;",
    check: SCAN_MEMORY,
  },
  {
    what: 'takes the garbage of a scan for what it keeps',
    file: 'src/database/scan-memory.ts',
    find: 'const held = this.#left(taken);',
    replace: 'const held = taken.bytes;',
    check: SCAN_MEMORY,
  },
  {
    what: 'answers all pipelined requests of a connection at a time',
    file: 'src/kit/pipeline.ts',
    find: 'if (this.#isAnswering) this.#waiting',
    replace: 'if (this.#isAnswering && response.destroyed) this.#waiting',
    check: PIPELINE,
  },
  {
    what: 'looks at what a connection sends while its requests wait',
    file: 'src/kit/pipeline.ts',
    find: 'if (this.#isLooking || this.#waiting.length > 0 || ',
    replace: 'if (this.#isLooking || ',
    check: PIPELINE,
  },
  {
    what: 'reads on while something is not looked at',
    file: 'src/kit/pipeline.ts',
    find: 'if (!this.#unseen) read(size);',
    replace: 'read(size);',
    check: PIPELINE,
  },
  {
    what: 'makes streams of all that HTTP/2 connections sent at once',
    file: 'src/kit/paced-socket.ts',
    find: 'this.#turns.take(() => this.#give());',
    replace: 'this.#give();',
    check: ['test/kit/paced-socket.test.ts'],
  },
  {
    what: 'takes on work in every turn, however long the last one took',
    file: 'src/kit/turns.ts',
    find: 'if (tookMs > LONG_MS)',
    replace: 'if (tookMs > 1e9)',
    check: ['test/kit/turns.test.ts'],
  },
  {
    what: 'holds unread answers of all connections without end',
    file: 'src/rpc/serve/send.ts',
    find: 'const MAX_OF_ALL = 4 * MAX_MESSAGE;',
    replace: 'const MAX_OF_ALL = 400 * MAX_MESSAGE;',
    check: UNREAD,
  },
  {
    what: 'counts no requests for the API document',
    file: 'src/rest/docs/serve.ts',
    find: 'count(between.peer.address);',
    replace: 'if (between.peer.address === "") count(between.peer.address);',
    check: ['test/rest/docs/documents-limit.test.ts'],
  },
];
