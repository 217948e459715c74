import type { Config } from '../../config/load.ts';
import { lockHolder } from '../../config/lock.ts';
import { type Layout, layoutOf } from '../../update/machine/layout.ts';

/** Where updates of this box lie: what supervises it counts, also where systemd runs beside. */
export async function layoutFor({ data_dir }: Config): Promise<Layout> {
  const supervised = layoutOf(data_dir, process.execPath, false);
  return (await lockHolder(supervised.state)) ? supervised : layoutOf(data_dir, process.execPath);
}
