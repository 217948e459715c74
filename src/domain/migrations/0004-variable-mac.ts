import type { Migration } from '../../database/migrate.ts';

/** Telegrams of a foreign MAC (BSSCI appendix A): they have a type, both their checksums, and endpoint 0, which is none. */
export const variableMac: Migration = {
  id: 4,
  up: `
    ALTER TABLE uplink ADD COLUMN vm_mac_type INTEGER;
    ALTER TABLE uplink ADD COLUMN vm_crc INTEGER;
    ALTER TABLE message ADD COLUMN vm_crc INTEGER;
    CREATE INDEX message_of_mac ON message (org, rx_time_ns) WHERE vm_mac_type IS NOT NULL;
  `,
};
