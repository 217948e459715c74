import { fault } from '../../kit/faults/faults.ts';

/** The service whose methods go by their own names. */
export const SERVICE = 'platform.api.v1.PlatformService';

/** What the row of a method is called. */
export function methodName(service: string, method: string): string {
  return service === SERVICE ? method : `${service}/${method}`;
}

/** The service of the method whose row is called so. */
export function serviceOf(name: string): string {
  const slash = name.indexOf('/');
  return slash < 0 ? SERVICE : name.slice(0, slash);
}

/** Largest request and response message (platform API section 1.12). */
export const MAX_MESSAGE = 4 << 20;

/** @throws fault `ResponseTooLarge` */
export function bounded<T extends Uint8Array>(message: T): T {
  if (message.length > MAX_MESSAGE) throw fault('ResponseTooLarge', { limit: MAX_MESSAGE });
  return message;
}

/** The same of one that is made in steps. */
export function boundedSteps<T extends Uint8Array>(
  steps: Generator<unknown, T> | undefined,
): Generator<unknown, T> | undefined {
  return steps && all(steps);
}

function* all<T extends Uint8Array>(steps: Generator<unknown, T>): Generator<unknown, T> {
  return bounded(yield* steps);
}
