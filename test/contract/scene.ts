import type { RestBox } from '../rest/box.ts';
import type { Operation } from './document.ts';
import type { Draft } from './draft.ts';
import type { Things } from './things.ts';

/** Kinds that the run makes and removes; the rest is only looked at. */
const OWN: ReadonlySet<string> = new Set([
  'devices',
  'dashboards',
  'widgets',
  'rules',
  'sensor-templates',
  'integrations',
  'silences',
  'media',
  'api-keys',
  'commands',
]);

interface Made {
  readonly kind: string;
  readonly id: string;
  readonly parent: string | undefined;
}

/** Where what is too much is removed. */
export function place({ kind, id, parent }: Made): string[] {
  if (kind === 'widgets') return [`/api/v2/dashboards/${parent}/widgets/${id}`];
  if (kind === 'silences') return [`/api/v2/alerts/silences/${id}`];
  return OWN.has(kind) ? [`/api/v2/${kind}/${id}`] : [];
}

interface Answered {
  readonly operation: Operation;
  /** What a posted method is about; empty of REST. */
  readonly kind: string;
  readonly draft: Draft;
  readonly json: object;
}

/** Notes what an answer shows to be there. @returns what there is too much of now */
export function kept(things: Things, { operation, kind: about, draft, json }: Answered): Made[] {
  const { id, sensors, dashboardId } = json as { id?: unknown; sensors?: { id: string }[]; dashboardId?: string };
  const made = operation.method === 'POST' && (operation.isRest || /\/(Create|Send)\w+$/.test(operation.path));
  const kind = about || (operation.path.split('/').at(-1) ?? '');
  const all: Made[] = [];
  const add = (what: string, thing: string, parent?: string) => {
    const extra = things.add(what, { id: thing, ...(parent !== undefined && { parent }) });
    if (extra) all.push({ kind: what, id: extra.id, parent: extra.parent });
  };
  if (made && typeof id === 'string' && OWN.has(kind)) {
    add(kind, id, kind === 'widgets' ? (dashboardId ?? draft.parameters.dashboardId) : undefined);
  }
  if (typeof id === 'string' && Array.isArray(sensors)) for (const sensor of sensors) add('sensors', sensor.id, id);
  return all;
}

/** Things of every kind, so that the first requests already find something. */
export async function furnish(box: RestBox, things: Things): Promise<void> {
  things.add('orgs', { id: box.organizationId });
  for (const [path, kind] of [
    ['users', 'users'],
    ['connections', 'connections'],
    ['connectors', 'connectors'],
    ['sensor-templates', 'sensor-templates'],
  ] as const) {
    const { json } = await box.get(`/api/v2/${path}`, { query: { limit: 8 } });
    const [items = []] = Object.values(json as object).filter(Array.isArray) as { id: string }[][];
    for (const { id } of items) things.add(kind, { id });
  }
}
