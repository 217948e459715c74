import { networkInterfaces } from 'node:os';
import type { Command } from 'commander';
import { runningBox } from '../../upkeep/box/client.ts';
import type { PeersInput } from '../../upkeep/box/radio-acts.ts';
import { configOf } from '../settings.ts';

/** EUIs of simulated peers that the service center does not know. */
export interface Unregistered {
  readonly stations: ReadonlySet<string>;
  readonly endpoints: ReadonlySet<string>;
}

/** More are not looked up: what would be said about them is too much to read. */
const MOST = 1000;

/**
 * Asks the service center of this machine which of the peers it does not know: its answers over the air do not tell. Undefined where it
 * runs elsewhere, or this user may not ask.
 */
export async function unregisteredOf(
  command: Command,
  { host, port }: { readonly host: string; readonly port: number },
  { stations, endpoints }: PeersInput,
): Promise<Unregistered | undefined> {
  try {
    const { config } = configOf(command);
    if (config.bssci_port !== port || !isThisMachine(host)) return undefined;
    const box = await runningBox(config.data_dir);
    if (!box) return undefined;
    const asked = { stations: stations.slice(0, MOST), endpoints: endpoints.slice(0, MOST) };
    const found = await box.act('radio.unregistered', asked).finally(() => box.close());
    return { stations: new Set(found.stations), endpoints: new Set(found.endpoints) };
  } catch {
    // What is simulated works without it, as it does against a service center elsewhere.
    return undefined;
  }
}

function isThisMachine(host: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap(each => each ?? []);
  return host === 'localhost' || own.some(({ address }) => address === host);
}
