import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { librariesOfNode, lockedPackages } from './component.ts';
import { compareLoosely } from './version.ts';

/** A weakness of a library, as `packaging/advisories/advisories.json` has it. */
export interface Advisory {
  readonly id: string;
  readonly package: string;
  readonly ecosystem: 'npm' | 'node';
  readonly affected: readonly { readonly introduced?: string; readonly fixed?: string }[];
  readonly summary: string;
  readonly url: string;
}

export const STATES = ['not_affected', 'exploitable', 'in_triage'] as const;
/** Words of CycloneDX 1.6. */
const JUSTIFICATIONS = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
] as const;

/** What an advisory means for this program. */
export interface Assessment {
  readonly id: string;
  readonly package: string;
  readonly state: (typeof STATES)[number];
  readonly justification?: (typeof JUSTIFICATIONS)[number];
  readonly detail: string;
  /** `2027-01-31`. */
  readonly decided: string;
}

export interface KnownWeaknesses {
  /** Where the list is from, the license of its data and the day it is of; null: there never was one. */
  readonly source: string | null;
  readonly license: string | null;
  readonly retrieved: string | null;
  readonly advisories: readonly Advisory[];
  readonly assessments: readonly Assessment[];
}

export interface Installed {
  readonly ecosystem: Advisory['ecosystem'];
  readonly name: string;
  readonly version: string;
}

/** Something installed that an advisory is about. */
export interface Hit {
  readonly advisory: Advisory;
  readonly version: string;
  readonly assessment: Assessment | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the repository knows. @throws Error with what is wrong with it */
export function knownWeaknesses(root: string): KnownWeaknesses {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, 'packaging/advisories', name), 'utf8'));
  const list = read('advisories.json') as Omit<KnownWeaknesses, 'assessments'> & { form: number };
  const { form, assessments } = read('assessments.json') as { form: number; assessments: Assessment[] };
  const problems = [
    ...(list.form === 1 && form === 1 ? [] : ['the form of the lists is another one']),
    ...listProblems(list),
    ...list.advisories.flatMap(advisoryProblems),
    ...assessments.flatMap(assessmentProblems),
  ];
  if (problems.length > 0) throw new Error(`packaging/advisories: ${problems.join('; ')}`);
  return { ...list, assessments };
}

function listProblems({ source, license, retrieved, advisories }: Omit<KnownWeaknesses, 'assessments'>): string[] {
  const said = [source, license, retrieved].filter(each => typeof each === 'string' && each !== '').length;
  if (said === 0 && advisories.length === 0) return [];
  if (said < 3) return ['a list says where it is from (source), under which license, and of which day (retrieved)'];
  return DAY.test(retrieved ?? '') ? [] : [`retrieved is no day: ${retrieved}`];
}

function advisoryProblems({ id, package: name, ecosystem, affected, summary, url }: Advisory): string[] {
  const texts = [id, name, summary, url].every(each => typeof each === 'string' && each !== '');
  const ranges = Array.isArray(affected) && affected.length > 0;
  return texts && ranges && ['npm', 'node'].includes(ecosystem) ? [] : [`the advisory ${id} is not whole`];
}

function assessmentProblems({ id, package: name, state, justification, detail, decided }: Assessment): string[] {
  if (!id || !name || !detail || !DAY.test(decided) || !STATES.includes(state))
    return [`the assessment of ${id} is not whole`];
  const reason = justification !== undefined && JUSTIFICATIONS.includes(justification);
  return state === 'not_affected' && !reason
    ? [`the assessment of ${id} has no justification that CycloneDX knows`]
    : [];
}

/** Everything that is installed to build and run this, and Node.js with the libraries in it: more than is shipped. */
export function installed(root: string): Installed[] {
  const packages = Object.entries(lockedPackages(root)).flatMap(([dir, { version }]): Installed[] => {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(dir)?.[1];
    return name === undefined || version === undefined ? [] : [{ ecosystem: 'npm', name, version }];
  });
  const { node } = process.versions;
  const inNode = librariesOfNode().map(({ key, version }): Installed => ({ ecosystem: 'node', name: key, version }));
  return [...packages, { ecosystem: 'node', name: 'node', version: node }, ...inNode];
}

/** What of the installed the advisories are about. */
export function hitsOf({ advisories, assessments }: KnownWeaknesses, all: readonly Installed[]): Hit[] {
  return advisories.flatMap(advisory => {
    const assessment = assessments.find(({ id, package: name }) => id === advisory.id && name === advisory.package);
    const versions = new Set(all.filter(each => isAffected(each, advisory)).map(({ version }) => version));
    return [...versions].sort().map(version => ({ advisory, version, assessment }));
  });
}

function isAffected({ ecosystem, name, version }: Installed, advisory: Advisory): boolean {
  if (ecosystem !== advisory.ecosystem || name !== advisory.package) return false;
  return advisory.affected.some(
    ({ introduced, fixed }) =>
      (introduced === undefined || compareLoosely(version, introduced) >= 0) &&
      (fixed === undefined || compareLoosely(version, fixed) < 0),
  );
}

/** What has to be done before a release; nothing: none of what is known stands open. */
export function openPoints(known: KnownWeaknesses, all: readonly Installed[]): string[] {
  const hits = hitsOf(known, all);
  const open = hits.flatMap(({ advisory, version, assessment }) => {
    const about = `${advisory.package} ${version}: ${advisory.id}, ${advisory.summary} (${advisory.url})`;
    if (!assessment) return [`${about}: nothing says what it means here`];
    return assessment.state === 'exploitable' ? [`${about}: exploitable, says its assessment`] : [];
  });
  const stale = known.assessments.filter(
    ({ id, package: name }) => !hits.some(({ advisory }) => advisory.id === id && advisory.package === name),
  );
  return [
    ...open,
    ...stale.map(({ id, package: name }) => `${name}: ${id} is assessed and affects nothing here any more`),
  ];
}
