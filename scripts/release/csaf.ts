import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A hole of this program, as a person describes it; docs/releasing.md has an example. */
export interface OwnAdvisory {
  /** Such as `WS-2027-1`. */
  readonly id: string;
  readonly title: string;
  /** What a person who runs it has to know. */
  readonly summary: string;
  /** `CVE-…`, as soon as there is one. */
  readonly cve?: string;
  /** Of CVSS 3.1, as a person has worked it out. */
  readonly cvss?: { readonly vector: string; readonly score: number };
  /** Versions that have it, and those that have it no more. */
  readonly affected: readonly string[];
  readonly fixed: readonly string[];
  /** What to do; besides installing what is fixed. */
  readonly workaround?: string;
  readonly publisher: { readonly name: string; readonly namespace: string; readonly contact: string };
  /** What was published when, the newest last: `2027-01-31T10:00:00Z`. */
  readonly history: readonly { readonly date: string; readonly summary: string }[];
}

const PRODUCT = 'Waystation';
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const VERSION = /^\d+\.\d+\.\d+$/;
/** Where the severities of CVSS 3.1 begin. */
const SEVERITIES = [
  [9, 'CRITICAL'],
  [7, 'HIGH'],
  [4, 'MEDIUM'],
  [0.1, 'LOW'],
] as const;

/** @returns the document (CSAF 2.0, profile security advisory). @throws Error with what is wrong with the advisory */
export function csafDocument(advisory: OwnAdvisory): object {
  const problems = problemsOf(advisory);
  if (problems.length > 0) throw new Error(`the advisory ${advisory.id}: ${problems.join('; ')}`);
  const { id, title, summary, cve, cvss, affected, fixed, workaround, publisher, history } = advisory;
  const idOf = (version: string) => `waystation-${version}`;
  const revisions = history.map(({ date, summary: what }, at) => ({ date, number: String(at + 1), summary: what }));
  const products = affected.map(idOf);
  return {
    document: {
      category: 'csaf_security_advisory',
      csaf_version: '2.0',
      lang: 'en',
      title,
      notes: [{ category: 'summary', text: summary }],
      publisher: {
        category: 'vendor',
        ...{ name: publisher.name, namespace: publisher.namespace, contact_details: publisher.contact },
      },
      distribution: { tlp: { label: 'WHITE' } },
      tracking: {
        ...{ id, status: 'final', version: String(revisions.length), revision_history: revisions },
        initial_release_date: history[0]?.date,
        current_release_date: history.at(-1)?.date,
      },
    },
    product_tree: {
      branches: [
        {
          ...{ category: 'vendor', name: publisher.name },
          branches: [
            {
              ...{ category: 'product_name', name: PRODUCT },
              branches: [...affected, ...fixed].map(version => ({
                ...{ category: 'product_version', name: version },
                product: { name: `${PRODUCT} ${version}`, product_id: idOf(version) },
              })),
            },
          ],
        },
      ],
    },
    vulnerabilities: [
      {
        ...(cve !== undefined && { cve }),
        title,
        notes: [{ category: 'description', text: summary }],
        product_status: { known_affected: products, ...(fixed.length > 0 && { fixed: fixed.map(idOf) }) },
        remediations: [
          fixed.length > 0
            ? {
                category: 'vendor_fix',
                details: `Install ${fixed.join(' or ')}: waystation update apply, or apt upgrade.`,
                product_ids: products,
              }
            : { category: 'none_available', details: 'There is no release yet that mends it.', product_ids: products },
          ...(workaround === undefined ? [] : [{ category: 'workaround', details: workaround, product_ids: products }]),
        ],
        ...(cvss && {
          scores: [
            {
              products,
              cvss_v3: {
                ...{ version: '3.1', vectorString: cvss.vector, baseScore: cvss.score },
                baseSeverity: SEVERITIES.find(([from]) => cvss.score >= from)?.[1] ?? 'NONE',
              },
            },
          ],
        }),
      },
    ],
  };
}

/** Writes it where the standard wants it: by the year in which it was published first. @returns the path */
export function writeCsaf(folder: string, advisory: OwnAdvisory): string {
  const document = csafDocument(advisory);
  const name = `${advisory.id.toLowerCase().replaceAll(/[^+\-a-z0-9]+/g, '_')}.json`;
  const path = join(folder, 'csaf', advisory.history[0]?.date.slice(0, 4) ?? '', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
  return path;
}

function problemsOf({ id, title, summary, cve, cvss, affected, fixed, publisher, history }: OwnAdvisory): string[] {
  const wrong = (holds: boolean, what: string) => (holds ? [] : [what]);
  const versions = [...(affected ?? []), ...(fixed ?? [])];
  return [
    ...wrong(
      [id, title, summary].every(text => typeof text === 'string' && text !== ''),
      'id, title and summary are to be said',
    ),
    ...wrong(cve === undefined || /^CVE-\d{4}-\d{4,}$/.test(cve), `${cve} is no CVE`),
    ...wrong(
      cvss === undefined || (/^CVSS:3\.1\//.test(cvss.vector) && cvss.score >= 0 && cvss.score <= 10),
      'cvss has a vector that begins with CVSS:3.1/ and a score of 0 to 10',
    ),
    ...wrong(affected?.length > 0, 'affected names no version'),
    ...wrong(
      versions.every(version => VERSION.test(version)),
      'a version is three numbers',
    ),
    ...wrong(new Set(versions).size === versions.length, 'a version is named twice'),
    ...wrong(
      /^https?:\/\//.test(publisher?.namespace ?? '') && publisher.name !== '',
      'publisher has a name and a namespace, a URL',
    ),
    ...wrong(
      history?.length > 0 && history.every(({ date }) => DATE.test(date)),
      'history has dates such as 2027-01-31T10:00:00Z',
    ),
    ...wrong(
      (history ?? []).every(({ date }, at) => at === 0 || date > (history[at - 1]?.date ?? '')),
      'history goes from the oldest to the newest',
    ),
  ];
}
