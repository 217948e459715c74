import type { Config } from '../config/load.ts';
import { present } from '../kit/present.ts';
import type { Box } from '../upkeep/box/acts.ts';
import { runningBox } from '../upkeep/box/client.ts';
import { noData, withDataDir } from './locked.ts';

/**
 * Has something done by the server that runs on the data folder, or, when none does, on the folder itself (operations 5).
 * @param options.make folder and database are made when there are none
 */
export async function withBox<T>(
  config: Config,
  run: (box: Box) => Promise<T>,
  options: { make: boolean } = { make: false },
): Promise<T> {
  const isThere = present(config.data_dir);
  if (!isThere && !options.make) throw new Error(noData(config.data_dir));
  const running = isThere ? await runningBox(config.data_dir) : undefined;
  if (!running) {
    const act = async () => {
      // Loaded only now: beside a running server the command needs none of it.
      const { onStoppedBox } = await import('../app.ts');
      return onStoppedBox(config, run, options);
    };
    return withDataDir(config, act, options);
  }
  try {
    return await run(running);
  } finally {
    running.close();
  }
}
