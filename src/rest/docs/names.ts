/** What the description of the API is served from, and the package that brings it; the others are ours. */
export const DOCUMENT_FILES = {
  'openapi.json': { package: undefined },
  'swagger-ui.css': { package: 'swagger-ui-dist' },
  'swagger-ui-bundle.js': { package: 'swagger-ui-dist' },
} as const;

/** Under which name the executable has it. */
export function documentAsset(name: keyof typeof DOCUMENT_FILES): string {
  return `docs/${name}.br`;
}
