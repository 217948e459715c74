const AT_A_TIME = 8;

/** Runs an act for each item, eight at a time; gives the items that failed, with why. */
export async function forEachOf<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<{ item: T; cause: unknown }[]> {
  const failed: { item: T; cause: unknown }[] = [];
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item);
      } catch (cause) {
        failed.push({ item, cause });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failed;
}
