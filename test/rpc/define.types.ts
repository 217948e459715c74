import { refusedRpc, rpc } from '../../src/rpc/call/define.ts';
import { eui, search } from '../../src/rpc/checks.ts';
import { all, fields, nothing, optional } from '../../src/rpc/input.ts';
import { LARGE_PAGE, page } from '../../src/rpc/list-input.ts';

// Nothing here runs: `tsc` reads it. Every `@ts-expect-error` is a mistake the declaration of an RPC must not let through.
const rule = { access: 'org', needs: 'R', scope: 'endpoints:read' } as const;

export const accepted = [
  rpc('GetEndPoint', { ...rule, input: fields({ ep_eui: eui }), handle: ({ ep_eui }) => ({ ep_eui, name: 'meter' }) }),
  rpc('ListEndPoints', {
    ...rule,
    input: all(page(LARGE_PAGE), fields({ search })),
    async handle({ page, search }) {
      return { endpoints: [{ ep_eui: '1', name: search ?? '', tags: { a: 'b' } }], total_count: page.size };
    },
  }),
  rpc('StreamMessages', {
    ...rule,
    input: fields({ bs_eui: optional(eui) }),
    async *handle({ bs_eui }, { signal }) {
      while (!signal.aborted) yield [{ ep_eui: bs_eui ?? '', base_stations: [{ rssi: -90 }] }];
    },
  }),
  rpc('DeleteEndPoint', { ...rule, input: fields({ ep_eui: eui }), handle: () => ({}) }),
];

export const refused = [
  rpc('GetEndPoint', {
    ...rule,
    input: fields({ ep_eui: eui }),
    // @ts-expect-error: the field is called ep_eui
    handle: ({ ep_eui }) => ({ epEui: ep_eui, name: 'meter' }),
  }),
  rpc('GetEndPoint', {
    ...rule,
    input: fields({ ep_eui: eui }),
    // @ts-expect-error: name is text
    handle: () => ({ name: 7 }),
  }),
  rpc('ListEndPoints', {
    ...rule,
    input: page(LARGE_PAGE),
    // @ts-expect-error: a misspelt field inside a list
    handle: () => ({ endpoints: [{ ep_eui: '1', nmae: 'meter' }] }),
  }),
  rpc('StreamMessages', {
    ...rule,
    input: nothing,
    // @ts-expect-error: a misspelt field of a streamed message
    async *handle() {
      yield [{ ep_euii: '1' }];
    },
  }),
  rpc('StreamMessages', {
    ...rule,
    input: nothing,
    // @ts-expect-error: a streaming RPC answers with a generator
    handle: () => ({ ep_eui: '1' }),
  }),
  rpc('GetEndPoint', {
    ...rule,
    // @ts-expect-error: the request has no such field
    input: fields({ ep_eui: eui, ep_euii: eui }),
    handle: () => ({}),
  }),
  rpc('GetEndPoint', {
    ...rule,
    // @ts-expect-error: the request field is text, the check reads a list
    input: fields({ ep_eui: (wire: readonly number[] | undefined) => wire?.length }),
    handle: () => ({}),
  }),
  // @ts-expect-error: access is always written out
  rpc('GetEndPoint', { needs: 'R', scope: 'endpoints:read', input: nothing, handle: () => ({}) }),
  // @ts-expect-error: no such method
  refusedRpc('GetEndpoint', { ...rule, refuse: 'MethodUnknown' }),
];
