import type { Editor } from '../../domain/blueprint/catalog.ts';
import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import type { BlueprintSource } from '../../domain/blueprint/compare.ts';
import type { ImportEntry, Imported } from '../../domain/blueprint/import.ts';
import { type ShownPreview, shownPreview } from '../../domain/blueprint/preview.ts';
import type { Store } from '../../domain/domain.ts';
import type { RedecodeCounts } from '../../domain/message/redecode.ts';
import type { SiteReport } from '../../domain/statistics/site.ts';
import type { ByHand } from '../../integrations/by-hand.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { Fault, type FaultData, fault, faultToData } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import type { Channel } from '../../notify/channel.ts';
import type { LiveFacts } from '../bugreport/collect.ts';
import { redecode } from '../redecode.ts';
import { type ActRun, act } from './act.ts';
import { type Administration, adminActs } from './admin-acts.ts';
import { alertActs } from './alert-acts.ts';
import { type Check, flag, listOf, members, text, WrongInput, whole, word } from './input.ts';
import { integrationActs } from './integration-acts.ts';
import { radioActs } from './radio-acts.ts';

/** More would be more than a person looks at. */
export const MOST_COMPARED = 1000;
/** As far as windows of statistics reach. */
export const MOST_REPORTED_DAYS = 366;
const NS_PER_MS = 1_000_000n;
/** The last time that fits into the nanoseconds of a row. */
const LATEST_MS = 9_223_372_036_854;

/** The API as the operator of the box calls it, with the JSON of its messages. */
export interface ApiCalls {
  /**
   * @param running is given each message of a method that streams, until its signal ends
   * @returns the response of any other method
   * @throws fault, or Error that begins with the token
   */
  call(method: string, request: unknown, running: Pick<ActRun, 'item' | 'signal'>): Promise<unknown>;
}

export interface BoxOf {
  readonly store: Pick<Store, 'read' | 'write' | 'scan'>;
  readonly clock: Clock;
  readonly log: Log;
  /** By which people are told of alerts. */
  readonly channels: readonly Channel[];
  /** The API, as the operator calls it. */
  readonly calls: ApiCalls;
  readonly byHand: ByHand;
  administration(): Promise<Administration>;
  /** What the running server knows of itself; absent where none runs. */
  readonly live?: () => Promise<LiveFacts>;
  /** How the running server is; absent where none runs. */
  readonly vitals?: () => Vitals;
  /** The certificate that a listener shows (PEM), by a handshake with itself; absent where no server runs. */
  readonly shown?: (listener: PeerListenerName) => Promise<string | undefined>;
}

/** How a server is that has just committed a write. What updates it relies on it, from release to release: nothing of it changes. */
export interface Vitals {
  readonly version: string;
  /** Everything is open. */
  readonly ready: boolean;
  /** What is wrong with the service center and critical: rule and name. */
  readonly critical: readonly string[];
}

/** What a file that is refused is refused for. */
export interface RefusedFile {
  readonly refused: FaultData;
}

/** A stored message, as two blueprints read it. */
export interface ComparedMessage {
  /** Milliseconds. */
  readonly at: number;
  readonly epEui: string;
  readonly packetCnt: number | null;
  readonly format: number;
  readonly hex: string;
  readonly first: ShownPreview['result'];
  readonly second: ShownPreview['result'];
}

export interface RedecodeOutput extends RedecodeCounts {
  /** Radio time in milliseconds where to go on; null: all of the range was looked at. */
  readonly restFrom: number | null;
}

const source: Check<BlueprintSource> = (value, field) =>
  typeof value === 'object' && value !== null && 'document' in value
    ? members({ document: text })(value, field)
    : members({ blueprint: text })(value, field);

const eui: Check<Eui> = (value, field) => {
  const parsed = parseEui(text(value, field));
  if (parsed === undefined) throw new WrongInput(field, 'EUIs');
  return parsed;
};

const payload: Check<string> = (value, field) => {
  const hex = text(value, field);
  if (hex.length > 2 * LIMITS.payloadBytes) throw new WrongInput(field, `${LIMITS.payloadBytes} bytes at most`);
  return hex;
};

/** A key and its value. */
const tag: Check<readonly [string, string]> = (value, field) => {
  const [key, its] = listOf(text)(value, field);
  if (key === undefined || its === undefined) throw new WrongInput(field, 'keys with values');
  return [key, its];
};

/** For the rows of the system, or for those of the organization. */
const file = members({ text, system: flag });
/** Of a stored blueprint by its uuid. */
const previewed = members({
  blueprint: text,
  direction: word('uplink', 'downlink'),
  format: whole(0, LIMITS.formatId),
  hex: payload,
});
const compared = members({ first: source, second: source, last: whole(1, MOST_COMPARED) });
/** Radio time in milliseconds, [from, to); without endpoints all of them. */
const range = members({ from: whole(0, LATEST_MS), to: whole(0, LATEST_MS), endpoints: listOf(eui) });
/** So many days up to now, of endpoints that have all the tags. */
const reported = members({ days: whole(1, MOST_REPORTED_DAYS), tags: listOf(tag) });
const called = members({ method: text, request: value => value });

/** Listeners that ask their clients for a certificate. */
export type PeerListenerName = 'bssci' | 'scaci';

const looked = members({ listener: word('bssci', 'scaci') });

/** What updates a box asks it by these, from release to release: nothing of them changes. */
export function watchedActs({ store, clock, vitals, shown }: Pick<BoxOf, 'store' | 'clock' | 'vitals' | 'shown'>) {
  return {
    'update.vitals': act(members({}), async (): Promise<Vitals | undefined> => {
      await store.write.installation.setValue('heartbeat', new Date(clock.now()).toISOString());
      return vitals?.();
    }),
    /** A check from another process would be a stranger without a certificate to the listener. */
    'listeners.certificate': act(looked, async ({ listener }) => shown?.(listener)),
  };
}

/** Everything that commands have done by a box, running or not (operations 5). */
export function boxActs({ store, clock, log, channels, calls, byHand, administration, live, vitals, shown }: BoxOf) {
  const { installation } = store.read;
  const organization = () => installation.defaultOrganization().id;
  /** Who can open the socket, or the folder, is the operator. */
  const operator = (): Editor => {
    const userId = installation.value('operator');
    const userEmail = 'operator@localhost';
    return { now: clock.now(), org: organization(), administrator: true, userId, userEmail, actor: userEmail };
  };

  return {
    ...alertActs({ clock, store, organization, operator, channels }),
    ...adminActs(administration),
    ...integrationActs({ byHand, find: uuid => store.read.integrations.find(organization(), uuid) }),
    ...radioActs(store),
    /** What the API has is called like anywhere else. */
    call: act(called, ({ method, request }, running) => calls.call(method, request, running)),
    ...watchedActs({ store, clock, ...(vitals && { vitals }), ...(shown && { shown }) }),
    'bugreport.look': act(members({}), async (): Promise<LiveFacts | undefined> => live?.()),
    'alerts.installation': act(members({}), async () => store.read.alertsOfInstallation.open()),

    'blueprint.look': act(
      file,
      ({ text, system }): Promise<ImportEntry | RefusedFile> =>
        orRefused(() => store.scan.catalogImport.look(text, system ? null : organization())),
    ),

    'blueprint.import': act(
      file,
      ({ text, system }): Promise<Imported | RefusedFile> =>
        orRefused(async () => {
          const file = await store.scan.catalogImport.read(text);
          return await store.write.catalogImport.insert(file, system, operator());
        }),
    ),

    'blueprint.preview': act(previewed, async ({ blueprint, direction, format, hex }): Promise<ShownPreview> => {
      const payload = Buffer.from(hex, 'hex');
      const source = { blueprint };
      const asked = { org: organization(), source, direction, format, payload };
      return shownPreview(await store.scan.blueprintDocuments.preview(asked));
    }),

    'blueprint.compare': act(compared, async ({ first, second, last }, { signal }): Promise<ComparedMessage[]> => {
      const org = organization();
      const { blueprintDocuments, messages } = store.scan;
      const blueprint = await blueprintDocuments.speaksFor(org, first);
      const newest = await messages.newestDecodedBy(signal, org, blueprint, last);
      const payloads = newest.map(({ message: { format, userData }, calibration }) => {
        return { format, payload: userData, calibration };
      });
      const one = await blueprintDocuments.decodeAll(org, first, payloads);
      const other = await blueprintDocuments.decodeAll(org, second, payloads);
      return newest.flatMap(({ message: { rxTime, epEui, packetCnt, format, userData } }, at) => {
        const [read, readAlso] = [one[at], other[at]];
        if (!read || !readAlso) return [];
        const hex = Buffer.from(userData).toString('hex');
        return [{ at: Number(rxTime / NS_PER_MS), epEui, packetCnt, format, hex, first: read, second: readAlso }];
      });
    }),

    'messages.redecode': act(range, async ({ from, to, endpoints }, { progress, signal }): Promise<RedecodeOutput> => {
      const org = organization();
      const keys = endpoints.map(eui => {
        const endpoint = store.read.endpoints.find(org, eui, clock.now());
        if (!endpoint) throw fault('EndPointNotFound', { ep_eui: eui });
        return endpoint.id;
      });
      const range = {
        org,
        endpoints: keys.length > 0 ? keys : undefined,
        fromNs: BigInt(from) * NS_PER_MS,
        toNs: BigInt(to) * NS_PER_MS,
      };
      const done = await redecode({
        store,
        clock,
        log,
        range,
        signal,
        progress: ({ looked, changed }) => progress(looked, changed),
      });
      const { restFromNs, ...counts } = done;
      return { ...counts, restFrom: restFromNs === undefined ? null : Number(restFromNs / NS_PER_MS) };
    }),

    'report.radio': act(reported, ({ days, tags }, { signal }): Promise<SiteReport> => {
      const now = clock.now();
      return store.scan.siteReport.report(signal, {
        org: organization(),
        fromMs: now - days * DAY_MS,
        toMs: now,
        now,
        tags,
      });
    }),
  };
}
export type BoxActs = ReturnType<typeof boxActs>;
export type ActName = keyof BoxActs;
export type InputOf<N extends ActName> = Parameters<BoxActs[N]['run']>[0];
export type OutputOf<N extends ActName> = Awaited<ReturnType<BoxActs[N]['run']>>;

/** The box as a command sees it, whichever process has the data folder. */
export interface Box {
  act<N extends ActName>(name: N, input: InputOf<N>, running?: Partial<ActRun>): Promise<OutputOf<N>>;
}

async function orRefused<T>(act: () => Promise<T>): Promise<T | RefusedFile> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Fault) return { refused: faultToData(error) };
    throw error;
  }
}
