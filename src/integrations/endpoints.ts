import type { EndpointDescription } from '../domain/integration/descriptions.ts';
import type { Eui } from '../kit/eui.ts';

export type { EndpointDescription };

/** The endpoints of the organization that pass the filter of the integration. */
export interface Endpoints {
  /** In pages by EUI. */
  page(after: Eui | undefined, limit: number): readonly EndpointDescription[];
  find(epEui: Eui): EndpointDescription | undefined;
  /** Resolves when some may have changed, or with the signal. */
  changed(signal: AbortSignal): Promise<void>;
}
