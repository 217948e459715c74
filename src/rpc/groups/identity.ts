import type { Row } from '../define.ts';
export const identity: readonly Row[] = [];
export type Organizations = {};
