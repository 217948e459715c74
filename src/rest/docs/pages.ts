import { catalog, type FaultName } from '../../kit/faults/faults.ts';
import { escaped, htmlPage, NO_ICON } from '../../kit/html.ts';

/** On a phone nothing reaches over the edge: long names break, what stands beside one another stands below, code and tables scroll in themselves. */
const NARROW_PAGE = `
@media (max-width: 48rem) {
#page .wrapper { padding: 0 0.5rem; }
#page .opblock-tag { flex-wrap: wrap; overflow-wrap: anywhere; }
#page .opblock-tag > *, #page .opblock-tag small { flex: 1 1 100%; min-width: 0; padding: 0; }
#page .opblock-tag > button { flex: 0 0 auto; }
#page .opblock-summary, #page .opblock-summary-control, #page .opblock-section-header { flex-wrap: wrap; min-width: 0; }
#page .opblock-summary-path-description-wrapper { flex-wrap: wrap; min-width: 0; }
#page .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
#page .opblock-summary-path a, #page .opblock-summary-description, #page .renderedMarkdown, #page .info * { overflow-wrap: anywhere; word-break: break-word; }
#page .table-container, #page .responses-inner, #page .model-box, #page .opblock-body pre, #page .models { max-width: 100%; overflow-x: auto; }
#page .scheme-container .schemes { flex-wrap: wrap; }
#page .parameters-col_description input, #page .parameters-col_description select { max-width: 100%; min-width: 0; }
#page select { max-width: 100%; }
}
`;

/** The page on which people read the document and try calls with their key. */
export const PAGE = htmlPage({
  title: 'Waystation public API',
  head: `${NO_ICON}<link rel="stylesheet" href="/api/docs/swagger-ui.css">`,
  style: NARROW_PAGE,
  body: `<div id="page"></div>
<noscript>This page needs JavaScript; the document itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>`,
});

/** Keys that are entered stay in the page, and are gone with it. */
export const START = `window.ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** What each token means and what to do about it. */
export function errorsPage(): string {
  const names = (Object.keys(catalog) as FaultName[]).toSorted((a, b) => catalog[a].number - catalog[b].number);
  const rows = names.map(name => {
    const { token, number, code, http, text, remedy } = catalog[name];
    const cells = [`<a href="#${token}">${token}</a>`, number, http, code, escaped(text), escaped(remedy)];
    return `<tr id="${token}">${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return htmlPage({
    title: 'Errors of the Waystation API',
    head: NO_ICON,
    style: STYLE,
    body: `<h1>Errors of the Waystation API</h1>
<p>Every refused call names one of these tokens, over REST in <code>error.token</code>, over gRPC in the trailer
<code>x-error-token</code>. <a href="/api/docs">Back to the API</a></p>
<table>
<thead><tr><th>Token</th><th>Number</th><th>HTTP</th><th>Code</th><th>Meaning</th><th>What to do</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  });
}

const STYLE = `
body { font-family: system-ui, sans-serif; margin: 2rem; color: #1b1f24; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.6rem; border-bottom: 1px solid #d5dae0; }
tr:target { background: #fff3c4; }
td:first-child { font-family: ui-monospace, monospace; font-size: 0.9em; }
th:nth-child(n + 5) { width: 28%; }
@media (max-width: 48rem) {
body { margin: 1rem; }
thead { display: none; }
table, tbody, tr, td { display: block; }
td { border: 0; padding: 0.1rem 0; overflow-wrap: anywhere; }
tr { border-bottom: 1px solid #d5dae0; padding: 0.6rem 0; }
}
`;
