import { createHash } from 'node:crypto';
import { escaped, htmlPage } from '../kit/html.ts';
import type { PageAnswer } from '../rpc/serve/pages.ts';

/** The colours and measures of the console, for pages that may not have a script; a test holds them against its tokens. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--bg:light-dark(#f6f7f9,#0d1015);--surface:light-dark(#ffffff,#151920);--line:light-dark(#d8dde5,#2a323d);
--outline:light-dark(#828b99,#6d7888);--text:light-dark(#161a20,#e9ecf1);--text-2:light-dark(#465061,#b3bcc9);--text-3:light-dark(#5f6977,#929caa);
--accent:light-dark(#3a4ecf,#93a2ff);--accent-hover:light-dark(#2c3dae,#aab6ff);--on-accent:light-dark(#ffffff,#0d1015);
--error:light-dark(#b0241c,#ff8d84);--error-soft:light-dark(#fce6e4,#3d1a18)}
*{box-sizing:border-box}body{margin:0;display:grid;place-content:center;justify-items:center;gap:20px;min-height:100vh;padding:24px 16px;
background:var(--bg);color:var(--text);font:14px/20px Inter,system-ui,sans-serif}
.brand{display:flex;align-items:center;gap:12px;font-size:16px;line-height:24px;font-weight:600}
.brand svg{width:28px;height:28px;fill:none;stroke:var(--accent);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
main{width:min(384px,calc(100vw - 32px));padding:24px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
h1{margin:0 0 2px;font-size:20px;line-height:28px;font-weight:600}p{margin:0;color:var(--text-2);font-size:13px}
label{display:grid;gap:4px;margin-top:16px;font-size:13px;font-weight:500}#rules{margin-top:4px;color:var(--text-3);font-size:12px;line-height:16px}
input,textarea{width:100%;min-height:36px;padding:6px 10px;border:1px solid var(--outline);border-radius:6px;background:var(--surface);color:inherit;
font:inherit;font-size:14px;font-weight:400}textarea{overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:13px}
button,.button{display:block;width:100%;margin-top:20px;padding:8px 12px;border:0;border-radius:6px;background:var(--accent);color:var(--on-accent);
font:600 14px/20px Inter,system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}:is(button,.button):hover{background:var(--accent-hover)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}a{color:var(--accent)}code{font:13px/20px ui-monospace,monospace}
[role=alert]{margin-top:12px;padding:8px 12px;border-radius:6px;background:var(--error-soft);color:var(--error)}`;
const LOGO = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 12.4V21M8.5 21h7"/><circle cx="12" cy="10" r="1.7"/><path d="M8.2 13.8a5.3 5.3 0 0 1 0-7.6M15.8 6.2a5.3 5.3 0 0 1 0 7.6M5.2 16.6a9.3 9.3 0 0 1 0-13.2M18.8 3.4a9.3 9.3 0 0 1 0 13.2"/></svg>`;
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Its own style and its own form, and nothing else whatsoever.
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
};

/** A page for people, without anything from elsewhere. @param title in lower case. @param content HTML */
export function page(status: number, title: string, content: string): PageAnswer {
  const heading = escaped(`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`);
  const brand = `<div class="brand">${LOGO}Waystation</div>`;
  const body = htmlPage({
    title: `Waystation: ${title}`,
    style: PAGE_STYLE,
    body: `${brand}<main><h1>${heading}</h1>${content}</main>`,
  });
  return { status, headers: HEADERS, body };
}
