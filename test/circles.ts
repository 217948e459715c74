/** The files that import each other in a circle, a group per circle: what is strongly connected (Tarjan). */
export function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    let low = number;
    order.set(file, number);
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low < number) return low;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || imports.get(file)?.includes(file)) found.push(group.sort());
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}
