import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from '../bill/component.ts';

/** For a library that has it in the heads of its sources only. */
const BSD_3_CLAUSE = `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

* Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
* Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer
  in the documentation and/or other materials provided with the distribution.
* Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products derived
  from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT
NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL
THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE
OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

export interface CopyrightOf {
  /** Folder that the packages' folders are below. */
  readonly root: string;
  /** The libraries inside the executable. */
  readonly packages: readonly Package[];
  /** The LICENSE file of Node.js, which names everything that is inside Node.js. */
  readonly nodeLicence: string;
  /** What catalog/SOURCES.md says of the blueprints that are inside. */
  readonly catalogSources: string;
}

/** Machine-readable debian/copyright, format 1.0 (DEP-5), with every licence word for word. */
export function copyrightFile({ root, packages, nodeLicence, catalogSources }: CopyrightOf): string {
  const libraries = packages.map(({ name, version, license, dir }) => {
    const text = licenceFiles(join(root, dir));
    return stanza(`libraries/${name}-${version}/*`, holders(text) ?? `${name} contributors`, shortName(license), text);
  });
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Waystation',
    stanza('*', 'Waystation contributors', 'Apache-2.0', ''),
    stanza('runtime/node/*', 'Node.js contributors and those named below', 'Node.js', nodeLicence),
    ...libraries,
    stanza('catalog/*', 'the manufacturers and those named below', 'CC-BY-4.0-and-MIT', catalogSources),
    `License: BSD-3-Clause\n${indented(BSD_3_CLAUSE)}`,
    'License: Apache-2.0\n On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.',
    '',
  ].join('\n\n');
}

function licenceFiles(folder: string): string {
  return readdirSync(folder)
    .filter(name => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

function stanza(files: string, copyright: string, licence: string, text: string): string {
  // Apache 2.0 is on every Debian system; a shorter file of that licence is a notice and stays.
  const apache = licence === 'Apache-2.0' && /Apache License\s+Version 2\.0, January 2004/.test(text);
  const shown = apache ? '' : indented(text);
  return `Files: ${files}\nCopyright: ${copyright}\nLicense: ${licence}${shown === '' ? '' : `\n${shown}`}`;
}

/** Lines of a licence file that name who holds the copyright, as a field of several lines. */
function holders(text: string): string | undefined {
  const lines = text.split('\n').map(line => line.trim());
  const naming = lines.filter(line => /^(copyright (\(c\)|©|\d{4})|©)/i.test(line));
  return naming.length > 0 ? [...new Set(naming)].map(line => line.slice(0, 300)).join('\n ') : undefined;
}

/** A licence name without blanks, as the format wants it. */
function shortName(spdx: string): string {
  const name = spdx.replace(/[()]/g, '').trim();
  return name.replace(/ AND /g, ' and ').replace(/ OR /g, ' or ');
}

/** A field's continuation lines: each begins with a blank, an empty one is a dot. */
function indented(text: string): string {
  const lines = text.split(/\r?\n/).map(line => line.trimEnd());
  return lines
    .map(line => (line === '' ? ' .' : ` ${line}`))
    .join('\n')
    .trimEnd();
}

export interface ChangelogOf {
  readonly version: string;
  readonly maintainer: string;
  /** Of the source that is packed: the build is the same whenever it is made. */
  readonly date: Date;
}

/** debian/changelog: what CHANGELOG.md says, newest version first; what is unreleased there is the version being packed. */
export function debianChangelog(markdown: string, { version, maintainer, date }: ChangelogOf): string {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title = '', ...lines] = section.split('\n');
      const released = /^\[?v?(\d+\.\d+\.\d+[^\]\s]*)/.exec(title)?.[1];
      const day = /\d{4}-\d\d-\d\d/.exec(title)?.[0];
      return [
        `waystation (${debianVersion(released ?? version)}) stable; urgency=medium`,
        ...entries(lines.join('\n')),
        ` -- ${maintainer}  ${rfc2822(day === undefined ? date : new Date(`${day}T00:00:00Z`))}`,
      ].join('\n\n');
    })
    .join('\n\n')
    .concat('\n');
}

/** Points of a section of CHANGELOG.md, wrapped as Debian's tools expect. */
function entries(markdown: string): string[] {
  const points = markdown.split(/^- /m).slice(1);
  return points.map(point => {
    const words = point
      .replace(/^#.*$/gm, '')
      .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      .split(/\s+/)
      .filter(word => word !== '');
    return wrapped(words, '  * ', '    ');
  });
}

const WIDTH = 78;

function wrapped(words: readonly string[], first: string, rest: string): string {
  const lines = [first.trimEnd()];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length > WIDTH && line.trim() !== '*') lines.push(rest + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

/** A version of the product as dpkg orders it: `1.0.0-rc.1` comes before `1.0.0`. */
export function debianVersion(version: string): string {
  return version.replace('-', '~');
}

function rfc2822(date: Date): string {
  return date.toUTCString().replace(/GMT$/, '+0000');
}
