import { signal } from '@preact/signals';

/** Whether rows of lists are lower than they usually are. */
export const compactRows = signal(false);
