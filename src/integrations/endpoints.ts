import type { Eui } from '../kit/eui.ts';

/** What targets that describe endpoints say of them. */
export interface EndpointDescription {
  readonly epEui: Eui;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly manufacturer: string;
  readonly deviceModel: string;
  readonly uplinkIntervalSeconds: number | undefined;
}

/** The endpoints of the organization that pass the filter of the integration. */
export interface Endpoints {
  /** In pages by EUI. */
  page(after: Eui | undefined, limit: number): readonly EndpointDescription[];
  find(epEui: Eui): EndpointDescription | undefined;
  /** Resolves when some may have changed, or with the signal. */
  changed(signal: AbortSignal): Promise<void>;
}
