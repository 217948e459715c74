import type { Caller, Calls, DownlinkFound } from '../integrations/command.ts';
import { Fault } from '../kit/faults/faults.ts';
import type { MethodName } from '../rpc/call/define.ts';
import type { Invoker } from '../rpc/call/invoke.ts';
import { RpcFailure } from '../rpc/call/status.ts';
import type { Methods } from '../rpc/schema.gen.ts';
import { struct } from '../rpc/wire.ts';

/** What an integration may do in the name of its organization, whatever its maker may do. */
const CAPABILITIES = ['R', 'E'] as const;

type Downlink = { readonly que_id?: unknown; readonly ref?: unknown; readonly expires_at?: unknown } | null | undefined;

/** Commands of integrations as calls of the RPCs: everything is checked where it is checked for every client. */
export function commandCalls(invoker: Pick<Invoker, 'unary'>): Calls {
  /** @throws Fault that of the RPC */
  const call = async <M extends MethodName>(
    method: M,
    // As a transport reads it: what is left out has its default.
    request: Readonly<Record<string, unknown>>,
    { org, organizationId, origin, integrationId, integrationName }: Caller,
  ): Promise<Methods[M]['response']> => {
    const principal = {
      ...({ kind: 'service_account', id: integrationId, email: integrationName } as const),
      capabilities: CAPABILITIES,
    };
    const incoming = {
      ...({ transport: 'connect', address: integrationName, timeoutMs: undefined } as const),
      headers: () => [],
      secure: true,
      signal: new AbortController().signal,
      inside: { admission: { principal, org, organizationId }, source: origin },
    };
    const codec = { decode: () => request, encode: (response: unknown) => response as Methods[M]['response'] };
    try {
      return await invoker.unary(method, codec, incoming);
    } catch (cause) {
      throw cause instanceof RpcFailure && cause.cause instanceof Fault ? cause.cause : cause;
    }
  };

  return {
    async send({ object, ...request }, by) {
      const { downlink, deduplicated } = await call(
        'SendDownlink',
        { ...request, ...(object && { object: struct(object) }) },
        by,
      );
      return { downlink: foundOf(downlink), deduplicated: deduplicated ?? false };
    },
    async revoke(request, by) {
      const { downlinks } = await call('RevokeDownlink', request, by);
      return (downlinks ?? []).map(foundOf);
    },
    async unfinished(request, by) {
      const { downlinks } = await call('ListDownlinkQueue', request, by);
      return (downlinks ?? []).map(foundOf);
    },
  };
}

function foundOf(downlink: Downlink): DownlinkFound {
  const { que_id, ref, expires_at } = downlink ?? {};
  const seconds = typeof expires_at === 'object' && expires_at && 'seconds' in expires_at ? expires_at.seconds : 0;
  return { queId: Number(que_id), ref: String(ref ?? ''), expiresAt: Number(seconds) * 1000 };
}
