import type { SiteReport } from '../domain/statistics/site.ts';
import { sectionsOf, titleOf } from '../upkeep/radio-report.ts';
import { tableLines } from './table.ts';

/** The report as lines of text. */
export function reportText(report: SiteReport): string[] {
  return [
    titleOf(report),
    ...sectionsOf(report).flatMap(({ title, about, heading, right, rows, none }) => [
      '',
      `${title}: ${about}`,
      ...(rows.length > 0 ? tableLines(heading, rows, right) : [none]),
    ]),
  ];
}
