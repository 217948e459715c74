import type { Migration } from '../../database/migrate.ts';

/** The organization that a user wants to see first. What a member is may be `invited` from now on, which needs no column. */
export const chosenOrganization: Migration = {
  id: 55,
  up: `
    ALTER TABLE user ADD COLUMN default_org INTEGER; -- row id; null: the one that the user belongs to for longest
  `,
};
