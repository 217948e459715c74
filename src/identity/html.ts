import { createHash } from 'node:crypto';
import { htmlPage } from '../kit/html.ts';
import type { PageAnswer } from '../rpc/serve/pages.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem;color:#1b1f24;background:#fff}
label{display:block;margin-top:1rem}input,button,textarea{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;margin-top:.25rem}
button{margin-top:1.5rem;background:#0b5394;color:#fff;border:0;border-radius:.25rem}[role=alert]{color:#a61b1b}
@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#15181c}input,textarea{background:#22272e;color:inherit;border:1px solid #57606a}}`;
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Its own style and its own form, and nothing else whatsoever.
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
};

/** A page for people, without anything from elsewhere. @param content HTML */
export function page(status: number, title: string, content: string): PageAnswer {
  const body = htmlPage({ title: `Waystation: ${title}`, style: STYLE, body: `<h1>Waystation</h1>${content}` });
  return { status, headers: HEADERS, body };
}
