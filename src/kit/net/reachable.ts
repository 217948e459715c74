/** Where a listener on all addresses is reached from this machine: one on `::` takes both families, and `::1` may be switched off. */
export function reachable(host: string): string {
  return host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host;
}
