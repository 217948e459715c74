import type { Store } from '../../domain/domain.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { act } from './act.ts';
import { listIn, membersOf, WrongInput } from './input.ts';

/** More than anybody simulates and reads about. */
const MOST = 10_000;
const FIELD = `a list of at most ${MOST} EUIs`;

export interface PeersInput {
  readonly stations: readonly string[];
  readonly endpoints: readonly string[];
}

/** What the answers of the radio protocol do not tell, so that no stranger learns who is registered. */
export function radioActs({ read }: Pick<Store, 'read'>) {
  return {
    /** Those of the peers that are not registered. */
    'radio.unregistered': act(peersInput, async ({ stations, endpoints }): Promise<PeersInput> => {
      return {
        stations: stations.filter(eui => !read.sessions.stationOf(eui as Eui)),
        endpoints: endpoints.filter(eui => !read.attach.find(eui as Eui)),
      };
    }),
  };
}

function peersInput(input: unknown): PeersInput {
  const members = membersOf(input);
  return { stations: euisIn(members, 'stations'), endpoints: euisIn(members, 'endpoints') };
}

function euisIn(members: ReadonlyMap<string, unknown>, field: string): Eui[] {
  const given = listIn(members, field);
  if (given.length > MOST) throw new WrongInput(field, FIELD);
  return given.map(each => {
    const eui = typeof each === 'string' ? parseEui(each) : undefined;
    if (!eui) throw new WrongInput(field, FIELD);
    return eui;
  });
}
