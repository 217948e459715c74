import type { Eui } from '../../kit/eui.ts';
import type { Reception } from '../uplink/reception.ts';

/** A reception with the name of its station, and how the endpoint received its last downlink where that was reported. */
export interface StoredReception extends Reception {
  readonly bsEui: Eui;
  readonly dlRxSnr?: number | undefined;
  readonly dlRxRssi?: number | undefined;
}
