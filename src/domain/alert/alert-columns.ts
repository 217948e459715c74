/** Columns of an alert that stay as they are. */
export const fixedColumns = {
  uuid: 'text',
  org: 'integer?',
  rule: 'text',
  category: 'text',
  source_type: 'text',
  title: 'text',
  first_seen_at: 'integer',
} as const;

/** Those that change while it lives, and are shown. */
export const shownColumns = {
  severity: 'text',
  status: 'text',
  source_id: 'text',
  source_name: 'text',
  description: 'text',
  last_seen_at: 'integer',
  count: 'integer',
  opened_at: 'integer',
  acknowledged_at: 'integer?',
  acknowledged_by: 'text',
  note: 'text',
  resolved_at: 'integer?',
  resolution: 'text',
  event: 'text?',
  inhibited_by: 'text',
  silenced_until: 'integer?',
  flapping: 'integer',
  data: 'text',
} as const;

/** Those that only its engine knows. */
export const keptColumns = { opening: 'integer', step: 'integer', told: 'integer' } as const;
