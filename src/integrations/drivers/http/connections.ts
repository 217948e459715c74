import { Agent, type AgentOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Dial, DialOptions } from '../../dial.ts';

type Connected = (failed: Error | null, socket: Duplex) => void;

/** Where requests go. */
export type Target = Pick<DialOptions, 'host' | 'port' | 'tls' | 'signal'>;

/**
 * Connections to one target, each to an address that was checked when it was opened.
 * @param first one that is open already
 */
export function connections(dial: Dial, target: Target, first: Duplex, requests: number): Agent {
  const options: AgentOptions = { keepAlive: true, maxSockets: requests, scheduling: 'lifo' };
  const agent = target.tls ? new SecureAgent(options) : new Agent(options);
  let spare: Duplex | undefined = first;
  agent.createConnection = (_options, callback?: Connected) => {
    const open = spare;
    spare = undefined;
    if (open && !open.destroyed && open.readable) return open;
    dial(target).then(
      socket => callback?.(null, socket),
      // The type knows no socket that there is not.
      (cause: Error) => callback?.(cause, undefined as never),
    );
    return undefined;
  };
  const { destroy } = agent;
  agent.destroy = () => {
    spare?.destroy();
    destroy.call(agent);
  };
  return agent;
}
