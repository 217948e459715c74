import { Document, isMap } from 'yaml';
import { ABOUT_RULES, isRule } from './alerts.ts';
import { at } from './load.ts';
import { type Config, isSetting, type Section, schema } from './schema.ts';

const MASK = '***';

/** The effective settings without those that have no value, secrets masked. */
export function masked(config: Config): Record<string, unknown> {
  return visible(schema, '', config);
}

/** As `masked`, as YAML. */
export function printed(config: Config): string {
  const document = new Document(masked(config));
  for (const [section, content] of [['alerts', document.get('alerts')] as const]) {
    if (!isMap(content)) continue;
    for (const { key, value } of content.items)
      if (isMap(value) && isRule(`${section}.${String(key)}`)) value.flow = true;
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/**
 * The commented example file. Prose starts with `##`, a setting with `#`: without that character in front of every
 * setting whose default is a constant, the file means what no file means.
 */
export function exampleFile(): string {
  return [
    '## Every setting of Waystation with its default. Remove the # in front of a setting, and of the section above it, to',
    '## change it. An environment variable overrides a setting: PLATFORM_ and the key in upper case with _ for each dot',
    '## (bssci.ping_s: PLATFORM_BSSCI_PING_S), lists with commas. Relative paths start at data_dir.',
    ...lines(schema, '', ''),
    '',
  ].join('\n');
}

function visible(section: Section, prefix: string, config: Config): Record<string, unknown> {
  const entries = Object.entries(section).map(([name, node]): [string, unknown] => {
    if (!isSetting(node)) return [name, visible(node, `${prefix}${name}.`, config)];
    const value = at(config, prefix + name);
    return [name, node.secret && value !== undefined ? MASK : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Rules of alerts: each key explained would be more than all the rest. */
function inOneLine(section: Section): string {
  const parts = Object.entries(section).flatMap(([name, node]) =>
    isSetting(node) && !node.shown.startsWith('<') ? [`${name}: ${node.shown}`] : [],
  );
  return `{ ${parts.join(', ')} }`;
}

function lines(section: Section, prefix: string, indent: string): string[] {
  return Object.entries(section).flatMap(([name, node]) => {
    if (!isSetting(node) && isRule(prefix + name)) return [`#${indent}${name}: ${inOneLine(node)}`];
    const about = prefix + name === 'alerts' ? ABOUT_RULES.map(line => `## ${line}`) : [];
    if (!isSetting(node))
      return ['', ...about, `#${indent}${name}:`, ...lines(node, `${prefix}${name}.`, `${indent}  `)];
    const words = node.shown.startsWith('<');
    const secretNote = node.secret ? ` Better as a file: ${name}_file.` : '';
    const allowed = /^(one of|a whole number from|a number from)/.test(node.kind) ? ` (${node.kind})` : '';
    return [
      ...(indent === '' ? [''] : []),
      `## ${indent}${node.about}${allowed}${secretNote}`,
      words ? `## ${indent}${name}: ${node.shown}` : `#${indent}${name}: ${node.shown}`,
    ];
  });
}
