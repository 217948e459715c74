import { type StaticFile, staticFile, TYPES } from '../rpc/serve/static-files.ts';
import type { Build } from './console.ts';

const THEMES = ['light', 'dark', 'system'];
const LANGUAGES = ['en', 'de'];
/** Of the console's own making: how it is shown, and nothing of who looks at it. */
const COOKIE = 'ws_ui';

/** How the page looks before any script of it runs. */
interface Appearance {
  readonly theme: string;
  readonly lang: string;
}

/** The index of a build, in each appearance it was asked for; each has a tag of its own. */
export class IndexPage {
  readonly #build: Build;
  readonly #made = new Map<string, StaticFile>();

  constructor(build: Build) {
    this.#build = build;
  }

  get build(): Build {
    return this.#build;
  }

  /** @param cookies values of the header */
  file(cookies: readonly string[]): StaticFile {
    const { theme, lang } = appearanceIn(cookies);
    const key = `${theme}.${lang}`;
    const made =
      this.#made.get(key) ??
      staticFile(TYPES.html, {
        plain: Buffer.from(this.#build.index.replaceAll('{{lang}}', lang).replaceAll('{{theme}}', theme)),
      });
    this.#made.set(key, made);
    return made;
  }
}

/** What is not on our lists is as if it were not there. */
function appearanceIn(cookies: readonly string[]): Appearance {
  const values = cookies.flatMap(header => header.split(';')).map(pair => pair.trim());
  const [theme = '', lang = ''] =
    values
      .find(pair => pair.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1)
      .split('.', 2) ?? [];
  return {
    theme: THEMES.includes(theme) ? theme : 'system',
    lang: LANGUAGES.includes(lang) ? lang : 'en',
  };
}
