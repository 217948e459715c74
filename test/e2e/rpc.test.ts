import type { ServiceError } from '@grpc/grpc-js';
import t from 'tap';
import { type Api, tokenOf } from '../../src/cli/api.ts';
import { catalog } from '../../src/kit/faults/faults.ts';
import type { MethodName } from '../../src/rpc/schema.gen.ts';
import { wireMethods } from '../../src/rpc/serve/wire.ts';
import { Center } from '../peers/center.ts';
import { METER } from '../peers/telegrams.ts';
import { schema } from '../rpc/harness.ts';

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const INTERNAL = 13;
const CANCELLED = 1;
const codes: Readonly<Record<string, number>> = {
  ...{ CANCELLED, UNKNOWN: 2, INVALID_ARGUMENT, DEADLINE_EXCEEDED: 4, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED: 7 },
  ...{ RESOURCE_EXHAUSTED: 8, FAILED_PRECONDITION: 9, ABORTED: 10, OUT_OF_RANGE: 11, UNIMPLEMENTED: 12, INTERNAL },
  ...{ UNAVAILABLE: 14, DATA_LOSS: 15, UNAUTHENTICATED: 16 },
};
const tokens = new Map(Object.values(catalog).map(({ token, code }) => [token as string, codes[code]]));
const STATION = '70b3d59cd0000001';

/** What a call ends with; a stream that is served is left as soon as it is open. */
async function outcome(api: Api, method: MethodName, request: object, streams: boolean) {
  try {
    if (!streams) await api.call(method, request as never);
    else {
      const stream = api.stream(method, request as never);
      stream.once('metadata', () => stream.cancel());
      await new Promise((resolve, reject) => stream.on('error', reject).on('end', resolve).resume());
    }
  } catch (cause) {
    const { code } = cause as ServiceError;
    return code === CANCELLED && streams ? { code: 0, token: '' } : { code, token: tokenOf(cause) };
  }
  return { code: 0, token: '' };
}

t.test('every method answers a plain client that says nothing, and says why in a token of the catalog', async t => {
  await using center = await Center.start({ dir: t.testdir(), settings: { limits: { requests_per_s: 100_000 } } });
  const methods = wireMethods(schema());
  t.equal(methods.size, 117);
  let served = 0;
  for (const { name, stream } of methods.values()) {
    const { code, token } = await outcome(center.api, name as MethodName, {}, stream);
    if (code === 0) served++;
    else t.equal(tokens.get(token), code, `${name}: ${token} is an error of the catalog under its code`);
    t.not(code, INTERNAL, name);
  }
  t.ok(served >= 5, 'what needs no input is served');
});

t.test('what is wrong with a request is told by code and token', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const { api } = center;
  await center.endpoint({ ep_eui: METER });
  await api.call('CreateBaseStation', { base_station: { bs_eui: STATION } });
  const name = { paths: ['name'] };
  const cases: [MethodName, object, number, string][] = [
    ['GetEndPoint', { ep_eui: 'not an eui' }, INVALID_ARGUMENT, 'ErrTokenInvalidEUIFormat'],
    ['GetBaseStation', { bs_eui: '70b3d59cd00000' }, INVALID_ARGUMENT, 'ErrTokenInvalidEUIFormat'],
    ['CreateEndPoint', {}, INVALID_ARGUMENT, 'ErrTokenResourceRequired'],
    ['CreateEndPoint', { endpoint: { ep_eui: METER, nwk_key: 'short' } }, INVALID_ARGUMENT, 'ErrTokenInvalidKeyFormat'],
    ['CreateEndPoint', { endpoint: { ep_eui: METER } }, ALREADY_EXISTS, 'ErrTokenEndPointEUIExists'],
    ['CreateBaseStation', { base_station: { bs_eui: STATION } }, ALREADY_EXISTS, 'ErrTokenBaseStationEUIExists'],
    ['UpdateEndPoint', { endpoint: { ep_eui: METER, name: 'x' } }, INVALID_ARGUMENT, 'ErrTokenUpdateMaskRequired'],
    [
      'UpdateEndPoint',
      { endpoint: { ep_eui: METER }, update_mask: { paths: [] } },
      INVALID_ARGUMENT,
      'ErrTokenUpdateMaskRequired',
    ],
    [
      'UpdateEndPoint',
      { endpoint: { ep_eui: METER }, update_mask: { paths: ['nosuch'] } },
      INVALID_ARGUMENT,
      'ErrTokenUpdateMaskInvalid',
    ],
    ['UpdateBaseStation', { base_station: { bs_eui: STATION } }, INVALID_ARGUMENT, 'ErrTokenUpdateMaskRequired'],
    [
      'UpdateEndPoint',
      { endpoint: { ep_eui: 'fe0000000000e1ff' }, update_mask: name },
      NOT_FOUND,
      'ErrTokenEndPointNotFound',
    ],
    ['GetEndPoint', { ep_eui: 'fe0000000000e1ff' }, NOT_FOUND, 'ErrTokenEndPointNotFound'],
    ['GetBaseStation', { bs_eui: '70b3d59cd00000ff' }, NOT_FOUND, 'ErrTokenBaseStationNotFound'],
    ['DeleteBaseStation', { bs_eui: '70b3d59cd00000ff' }, NOT_FOUND, 'ErrTokenBaseStationNotFound'],
    ['ListEndPoints', { page_token: 'x' }, INVALID_ARGUMENT, 'ErrTokenInvalidPageToken'],
    [
      'ListMessages',
      { page_token: Buffer.alloc(40).toString('base64url') },
      INVALID_ARGUMENT,
      'ErrTokenInvalidPageToken',
    ],
    ['ListMessages', { page_size: -1 }, INVALID_ARGUMENT, 'ErrTokenInvalidPageSize'],
    ['ListMessages', { order_by: 'nothing' }, INVALID_ARGUMENT, 'ErrTokenInvalidOrderBy'],
    ['GetMessage', { id: 'nonsense' }, INVALID_ARGUMENT, 'ErrTokenInvalidIDFormat'],
    ['GetMessage', { id: '0192f000-0000-7000-8000-000000000001' }, NOT_FOUND, 'ErrTokenMessageNotFound'],
  ];
  for (const [method, request, code, token] of cases) {
    const told = await outcome(api, method, request, false);
    t.same(told, { code, token }, `${method} ${JSON.stringify(request)}`);
  }
  t.match(await api.call('ListMessages', { page_size: 1_000_000 }), { messages: [] }, 'as many as there may be');
});
