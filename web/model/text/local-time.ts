// Times as a field of the browser has them: of the local zone, to the minute.

/** `2026-11-28T17:30` */
export function localInput(at: number): string {
  const local = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
  return `${day}T${two(local.getHours())}:${two(local.getMinutes())}`;
}

/** In ms since 1970; undefined where nothing, or no time, stands in it. */
export function momentOfInput(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return undefined;
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : at;
}
