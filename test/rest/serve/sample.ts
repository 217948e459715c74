import protobuf from 'protobufjs';
import { type Clock, systemClock } from '../../../src/kit/time/clock.ts';
import type { Operation } from '../../../src/rest/define.ts';
import { restPaths } from '../../../src/rest/serve/listener.ts';
import { routesOf } from '../../../src/rest/serve/routes.ts';
import type { AccessControl } from '../../../src/rpc/call/access-control.ts';
import type { Call, Row } from '../../../src/rpc/call/define.ts';
import { startServer } from '../../rpc/harness.ts';

const SOURCE = `
syntax = "proto3";
package sample;
service ThingService {
  rpc ListThings(ListThingsRequest) returns (ListThingsResponse);
  rpc GetThing(GetThingRequest) returns (Thing);
  rpc CreateThing(CreateThingRequest) returns (Thing);
  rpc UpdateThing(UpdateThingRequest) returns (Thing);
  rpc DeleteThing(GetThingRequest) returns (GetThingRequest);
  rpc Note(NoteRequest) returns (NoteResponse);
  rpc Upload(UploadRequest) returns (NoteResponse);
  rpc Download(GetThingRequest) returns (File);
  rpc OpenFile(OpenRequest) returns (File);
  rpc Watch(WatchRequest) returns (stream Thing);
}
message Part { string name = 1; optional int32 size = 2; Part inner = 3; }
message Thing {
  string id = 1; string name = 2; optional string note = 3; int64 count = 4; optional double level = 5; bool on = 6;
  bytes raw = 7; google.protobuf.Timestamp seen_at = 8; google.protobuf.Struct free = 9; repeated Part parts = 10;
  map<string, string> tags = 11; Part main_part = 12; repeated string words = 13; int32 place = 14;
  google.protobuf.Value any = 15; uint64 big = 16; map<string, Part> named = 17; optional bool maybe = 18; float rough = 19;
  uint32 whole = 20;
}
message ListThingsRequest {
  string organization_id = 1; optional int32 limit = 2; optional int32 offset = 3; optional string search = 4;
  google.protobuf.Timestamp from = 5; optional bool whole = 6; repeated string keys = 7; optional double above = 8;
  optional int64 after = 9;
}
message ListThingsResponse { repeated Thing things = 1; int32 total = 2; }
message GetThingRequest { string organization_id = 1; string id = 2; }
message CreateThingRequest { string organization_id = 1; Thing thing = 2; }
message UpdateThingRequest { string organization_id = 1; Thing thing = 2; google.protobuf.FieldMask update_mask = 3; }
message NoteRequest { string organization_id = 1; string id = 2; string text = 3; google.protobuf.Timestamp to = 4; }
message NoteResponse { Thing thing = 1; string text = 2; }
message UploadRequest { string organization_id = 1; bytes content = 2; string type = 3; string disposition = 4; }
message File { bytes content = 1; string type = 2; }
message OpenRequest { string id = 1; string signature = 2; }
message WatchRequest { string organization_id = 1; optional int64 after_seq = 2; }
`;

export const schema = sampleSchema();

function sampleSchema(): protobuf.Root {
  const root = new protobuf.Root();
  for (const name of ['timestamp', 'struct', 'field_mask']) {
    root.addJSON(protobuf.common.get(`google/protobuf/${name}.proto`)?.nested ?? {});
  }
  protobuf.parse(SOURCE, root, { keepCase: true });
  return root.resolveAll() as protobuf.Root;
}

/** An operation of the sample. */
export function operation(
  given: Omit<Operation, 'method' | 'id' | 'tag' | 'summary' | 'open'> & {
    method: string;
    open?: { query: string; method: string };
  },
): Operation {
  const { method, open, ...rest } = given;
  const named = {
    ...rest,
    method: `sample.ThingService/${method}`,
    ...(open && { open: { ...open, method: `sample.ThingService/${open.method}` } }),
  };
  return { ...named, id: method, tag: 'System', summary: method } as Operation;
}

export const operations: readonly Operation[] = [
  operation({
    http: 'GET',
    path: '/api/v2/things',
    method: 'ListThings',
    query: ['limit', 'offset', 'search', 'from', 'whole', 'keys', 'above', 'after'],
    omit: ['things.free', 'things.mainPart.size'],
  }),
  operation({ http: 'POST', path: '/api/v2/things', method: 'CreateThing', body: 'thing' }),
  operation({ http: 'GET', path: '/api/v2/things/{id}', method: 'GetThing' }),
  operation({ http: 'PATCH', path: '/api/v2/things/{id}', method: 'UpdateThing', body: 'thing' }),
  operation({ http: 'PUT', path: '/api/v2/things/{id}', method: 'UpdateThing', body: 'thing' }),
  operation({ http: 'DELETE', path: '/api/v2/things/{id}', method: 'DeleteThing' }),
  operation({ http: 'POST', path: '/api/v2/things/{id}/note', method: 'Note', body: '*', answer: 'thing' }),
  operation({ http: 'POST', path: '/api/v2/things/{id}/text', method: 'Note', body: '*', answer: 'text', text: true }),
  operation({
    http: 'POST',
    path: '/api/v2/files',
    method: 'Upload',
    upload: {
      types: ['image/', 'multipart/form-data'],
      tooLarge: 'MediaTooLarge',
      bytes: 'content',
      type: 'type',
      disposition: 'disposition',
    },
    maxBytes: 2 << 20,
  }),
  operation({
    http: 'GET',
    path: '/api/v2/files/{id}',
    method: 'Download',
    download: { bytes: 'content', type: 'type', types: ['image/png'] },
    open: { query: 'signature', method: 'OpenFile' },
  }),
  operation({ http: 'GET', path: '/api/v2/watch', method: 'Watch', query: ['after_seq'] }),
];

export interface SampleCall {
  readonly method: string;
  readonly request: Record<string, unknown>;
  readonly call: Call;
}

/** What a test lets the methods do; the default gives back the thing of the request. */
export type Handle = (asked: SampleCall) => unknown;

/** Rows that take every request as it is. */
export function rowsOf(calls: SampleCall[], handle: Handle, writable?: readonly string[]): Row[] {
  const service = schema.lookupService('sample.ThingService');
  return service.methodsArray.map(({ name }) => ({
    name: `sample.ThingService/${name}`,
    keyed: true,
    access: 'org',
    needs: '',
    scope: '',
    input: {
      names: [],
      ...(writable && name === 'UpdateThing' && { writable }),
      read: (request: never) => request,
    },
    handle(request: never, call: Call) {
      const asked = { method: name, request: request as Record<string, unknown>, call };
      calls.push(asked);
      return handle(asked);
    },
  }));
}

async function* once() {
  yield [{ id: '1' }];
}

const echo: Handle = ({ method, request }) => {
  const { thing, id } = request as { thing?: object; id?: string };
  if (method === 'ListThings') return { things: [], total: 0 };
  if (method === 'Watch') return once();
  if (method === 'Note') return { thing: { id }, text: '' };
  return thing ?? { id };
};

/** A port that serves the sample. */
export async function sampleServer({
  handle = echo,
  clock = systemClock,
  corsOrigins = [],
  writable,
  access,
}: {
  readonly handle?: Handle;
  readonly clock?: Clock;
  readonly corsOrigins?: readonly string[];
  readonly writable?: readonly string[];
  readonly access?: AccessControl;
} = {}) {
  const calls: SampleCall[] = [];
  const rows = rowsOf(calls, handle, writable);
  const table = new Map(rows.map(row => [row.name, row]));
  const server = await startServer(rows, {
    clock,
    corsOrigins,
    ...(access && { access }),
    rest: ({ invoker, log }) =>
      restPaths({ routes: () => routesOf(schema, operations, table), invoker, clock, log, corsOrigins }),
  });
  return Object.assign(server, { calls });
}
