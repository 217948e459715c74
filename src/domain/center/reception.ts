import type { Eui } from '../../kit/eui.ts';
import type { ReportedReception } from '../uplink/reported.ts';

/** A reception with the name of its station, and how the endpoint received its last downlink where that was reported. */
export type StoredReception = ReportedReception & { readonly bsEui: Eui };
