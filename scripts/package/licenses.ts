import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from '../bill/component.ts';

/** The licenses of everything inside of the executable, which ask to be handed on with it. */
export function licenseTexts(root: string, nodeLicense: string, packages: readonly Package[]): string {
  const rule = '='.repeat(80);
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8');
  const texts = packages.map(({ name, version, license, dir }) => {
    const file = readdirSync(join(root, dir)).find(entry => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? `License: ${license}\n` : readFileSync(join(root, dir, file), 'utf8');
    return `${rule}\n${name} ${version}\n\n${text.trim()}\n`;
  });
  const node = existsSync(nodeLicense) ? readFileSync(nodeLicense, 'utf8') : '';
  const catalog = readFileSync(join(root, 'catalog/SOURCES.md'), 'utf8');
  texts.push(`${rule}\nThe blueprints of the catalog\n\n${catalog.trim()}\n`);
  return `${ours.trim()}\n\n${texts.join('\n')}\n${rule}\nNode.js ${process.versions.node}\n\n${node.trim()}\n`;
}
