import type { Release } from '../../src/config/release.ts';
import { type Hit, hitsOf, type Installed, type KnownWeaknesses } from './advisories.ts';
import { CYCLONEDX, NOT_DECIDED, signedByContent } from './bill.ts';

/** A bill of material, as far as a VEX refers to it. */
interface Bill {
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly component: unknown };
  readonly components: readonly { readonly 'bom-ref': string; readonly name: string; readonly version: string }[];
}

/** What known weaknesses mean for a file that is shipped, as CycloneDX VEX beside its bill. */
export function vex(billText: string, known: KnownWeaknesses, release: Release): string {
  const bill = JSON.parse(billText) as Bill;
  const shipped = bill.components.map(each => ({ ...installedAs(each), ref: each['bom-ref'] }));
  const link = (ref: string) =>
    `${bill.serialNumber.replace('urn:uuid:', 'urn:cdx:')}/${bill.version}#${encodeURIComponent(ref)}`;
  const refOf = ({ advisory, version }: Hit) =>
    shipped.find(({ name, version: of }) => name === advisory.package && of === version)?.ref ?? '';
  return signedByContent({
    bomFormat: 'CycloneDX',
    specVersion: CYCLONEDX,
    version: 1,
    metadata: {
      timestamp: new Date(release.builtAt).toISOString(),
      component: bill.metadata.component,
      supplier: { name: release.supplier ?? NOT_DECIDED },
      properties: [
        { name: 'waystation:bill', value: bill.serialNumber },
        { name: 'waystation:advisories', value: known.source ?? 'no list was ever retrieved' },
        { name: 'waystation:advisories-license', value: known.license ?? 'none' },
        { name: 'waystation:advisories-as-of', value: known.retrieved ?? 'never' },
      ],
    },
    vulnerabilities: hitsOf(known, shipped).map(hit => ({
      id: hit.advisory.id,
      source: { url: hit.advisory.url },
      description: hit.advisory.summary,
      analysis: analysisOf(hit),
      affects: [{ ref: link(refOf(hit)) }],
    })),
  });
}

function analysisOf({ assessment }: Hit) {
  if (!assessment) return { state: 'in_triage', detail: 'Nothing was decided yet.' };
  const { state, justification, detail } = assessment;
  return { state, ...(justification !== undefined && { justification }), detail };
}

function installedAs({ 'bom-ref': ref, name, version }: Bill['components'][number]): Installed {
  if (ref.startsWith('pkg:npm/')) return { ecosystem: 'npm', name, version };
  const names: Readonly<Record<string, string>> = { 'Node.js': 'node', libuv: 'uv', 'c-ares': 'ares' };
  return { ecosystem: 'node', name: names[name] ?? name, version };
}
