import type { Store } from '../../domain/domain.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { act } from './act.ts';
import { type Check, listOf, members, text, WrongInput } from './input.ts';

/** More than a person simulates and reads about. */
const MOST = 10_000;
const FIELD = `a list of at most ${MOST} EUIs`;

const euis: Check<readonly string[]> = (value, field) => {
  const given = listOf(text)(value, field).map(parseEui);
  const known = given.filter(eui => eui !== undefined);
  if (given.length > MOST || known.length < given.length) throw new WrongInput(field, FIELD);
  return known;
};

const peers = members({ stations: euis, endpoints: euis });

export interface PeersInput {
  readonly stations: readonly string[];
  readonly endpoints: readonly string[];
}

/** What the answers of the radio protocol do not tell, so that no stranger learns who is registered. */
export function radioActs({ read }: Pick<Store, 'read'>) {
  return {
    /** Those of the peers that are not registered. */
    'radio.unregistered': act(peers, async ({ stations, endpoints }): Promise<PeersInput> => {
      return {
        stations: stations.filter(eui => !read.sessions.stationOf(eui as Eui)),
        endpoints: endpoints.filter(eui => !read.attach.find(eui as Eui)),
      };
    }),
  };
}
