import type { Principal, Row } from './define.ts';
export interface AccessControl {
  edition: string;
  admit(row: Row, caller: object): { principal: Principal; org: string };
}
