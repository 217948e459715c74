/**
 * The yes-or-no facts of a telegram in one stored number. `claimed`: its downlink window is taken. `older`: it was sent before others that had
 * arrived before it, and says nothing about now.
 */
export const Flag = { dlOpen: 1, responseExp: 2, dlAck: 4, duplicate: 8, claimed: 16, older: 32 } as const;

export interface Flags {
  dlOpen: boolean;
  responseExp: boolean;
  dlAck: boolean;
  duplicate: boolean;
}

export function packFlags(flags: { dlOpen: boolean; responseExp: boolean; dlAck: boolean }): number {
  return (flags.dlOpen ? Flag.dlOpen : 0) | (flags.responseExp ? Flag.responseExp : 0) | (flags.dlAck ? Flag.dlAck : 0);
}

export function unpackFlags(packed: number): Flags {
  return {
    dlOpen: (packed & Flag.dlOpen) !== 0,
    responseExp: (packed & Flag.responseExp) !== 0,
    dlAck: (packed & Flag.dlAck) !== 0,
    duplicate: (packed & Flag.duplicate) !== 0,
  };
}
