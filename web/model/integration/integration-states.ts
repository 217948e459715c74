import { type Look, rank } from '../states.ts';

/** The worst first. */
export const INTEGRATION_STATES = ['failing', 'paused', 'delivering', 'connecting', 'connected', 'disabled'] as const;
export type IntegrationState = (typeof INTEGRATION_STATES)[number];

const LOOKS: Readonly<Record<IntegrationState, Look>> = {
  failing: { icon: 'error', tone: 'error' },
  paused: { icon: 'pause', tone: 'warning' },
  delivering: { icon: 'refresh', tone: 'info' },
  connecting: { icon: 'dotted', tone: 'muted' },
  connected: { icon: 'online', tone: 'ok' },
  disabled: { icon: 'disable', tone: 'muted' },
};

export const integrationState = (text: string): IntegrationState =>
  INTEGRATION_STATES.find(state => state === text) ?? 'connecting';
export const integrationLook = (state: string): Look => LOOKS[integrationState(state)];
export const integrationRank = (state: string): number => rank(INTEGRATION_STATES, state);
