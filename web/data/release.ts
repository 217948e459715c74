import { probeWith } from './call/away.ts';
import { client } from './call/client.ts';
import { type Query, useQuery } from './call/query.ts';

export interface Release {
  version: string;
  edition: string;
  scEui: string;
  documentation: string;
}

probeWith(() => client.getReleaseInfo({}));

/** Which Waystation this is. It does not change while the page is open. */
export function useRelease(): Query<Release> {
  return useQuery('release', async signal => {
    const { version, edition, scEui, documentationUrl } = await client.getReleaseInfo({}, { signal });
    return { version, edition, scEui, documentation: documentationUrl };
  });
}
