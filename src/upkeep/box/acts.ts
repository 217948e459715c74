import type { Editor } from '../../domain/blueprint/catalog.ts';
import type { Direction } from '../../domain/blueprint/codec/blueprint.ts';
import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import type { BlueprintSource } from '../../domain/blueprint/compare.ts';
import type { Imported, LookedAt } from '../../domain/blueprint/import.ts';
import { type ShownPreview, shownPreview } from '../../domain/blueprint/preview.ts';
import type { Store } from '../../domain/domain.ts';
import type { RedecodeCounts } from '../../domain/message/redecode.ts';
import type { SiteReport } from '../../domain/statistics/site.ts';
import type { ByHand } from '../../integrations/by-hand.ts';
import type { Clock } from '../../kit/clock.ts';
import { parseEui } from '../../kit/eui.ts';
import { Fault, type FaultData, fault, faultToData } from '../../kit/faults.ts';
import type { Log } from '../../kit/log.ts';
import { DAY_MS } from '../../kit/units.ts';
import type { Channel } from '../../notify/channel.ts';
import type { LiveFacts } from '../bugreport/collect.ts';
import { redecode } from '../redecode.ts';
import { type ActRun, act } from './act.ts';
import { type Administration, adminActs } from './admin-acts.ts';
import { alertActs } from './alert-acts.ts';
import { flagIn, listIn, membersOf, textIn, WrongInput, wholeIn } from './input.ts';
import { type ApiCalls, integrationActs } from './integration-acts.ts';
import { keyActs } from './key-acts.ts';
import { radioActs } from './radio-acts.ts';

/** More would be more than a person looks at. */
export const MOST_COMPARED = 1000;
/** As far as windows of statistics reach. */
export const MOST_REPORTED_DAYS = 366;
const NS_PER_MS = 1_000_000n;
/** The last time that fits into the nanoseconds of a row. */
const LATEST_MS = 9_223_372_036_854;

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
  /** The certificate that a listener shows (PEM), by a handshake with itself; absent where no server runs. */
  readonly shown?: (listener: PeerListenerName) => Promise<string | undefined>;
}

/** A file for the catalog: for the rows of the system, or for those of the organization. */
export interface FileInput {
  readonly text: string;
  readonly system: boolean;
}

/** What a file that is refused is refused for. */
export interface RefusedFile {
  readonly refused: FaultData;
}

export interface PreviewInput {
  /** Uuid of a stored blueprint. */
  readonly blueprint: string;
  readonly direction: Direction;
  readonly format: number;
  readonly hex: string;
}

export interface CompareInput {
  readonly first: BlueprintSource;
  readonly second: BlueprintSource;
  /** Messages at most. */
  readonly last: number;
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

export interface RedecodeInput {
  /** Radio time in milliseconds, [from, to). */
  readonly from: number;
  readonly to: number;
  /** EUIs; none: all endpoints. */
  readonly endpoints: readonly string[];
}

export interface RedecodeOutput extends RedecodeCounts {
  /** Radio time in milliseconds where to go on; null: all of the range was looked at. */
  readonly restFrom: number | null;
}

export interface RadioReportInput {
  /** Up to now. */
  readonly days: number;
  /** Endpoints that have all of these: key and value. */
  readonly tags: readonly (readonly [key: string, value: string])[];
}

/** Listeners that ask their clients for a certificate. */
export type PeerListenerName = 'bssci' | 'scaci';

function listenerInput(input: unknown): { readonly listener: PeerListenerName } {
  const listener = textIn(membersOf(input), 'listener');
  if (listener !== 'bssci' && listener !== 'scaci') throw new WrongInput('listener', 'bssci or scaci');
  return { listener };
}

/** Everything that commands have done by a box, running or not (operations 5). */
export function boxActs({ store, clock, log, channels, calls, byHand, administration, live, shown }: BoxOf) {
  const { installation } = store.read;
  const organization = () => installation.defaultOrganization().id;
  /** Who can open the socket, or the folder, is the operator. */
  const operator = (): Editor => {
    const userId = installation.value('operator');
    const userEmail = 'operator@localhost';
    return { now: clock.now(), org: organization(), administrator: true, userId, userEmail, actor: userEmail };
  };

  return {
    ...alertActs({ store, organization, operator, channels }),
    ...adminActs(administration),
    ...keyActs({ store, organization: installation.defaultOrganization, operator, credible: () => clock.credible() }),
    ...integrationActs({ calls, byHand, find: uuid => store.read.integrations.find(organization(), uuid) }),
    ...radioActs(store),
    'bugreport.look': act(
      () => ({}),
      async (): Promise<LiveFacts | undefined> => live?.(),
    ),
    /** A check from another process would be a stranger without a certificate to the listener. */
    'listeners.certificate': act(listenerInput, async ({ listener }) => shown?.(listener)),
    'alerts.installation': act(
      () => ({}),
      async () => store.read.alertsOfInstallation.open(),
    ),

    'blueprint.look': act(
      fileInput,
      ({ text, system }): Promise<LookedAt | RefusedFile> =>
        orRefused(() => store.scan.catalogImport.look(text, system ? null : organization())),
    ),

    'blueprint.import': act(
      fileInput,
      ({ text, system }): Promise<Imported | RefusedFile> =>
        orRefused(async () => {
          const file = await store.scan.catalogImport.read(text);
          return await store.write.catalogImport.insert(file, system, operator());
        }),
    ),

    'blueprint.preview': act(previewInput, async ({ blueprint, direction, format, hex }): Promise<ShownPreview> => {
      const payload = Buffer.from(hex, 'hex');
      const source = { blueprint };
      const asked = { org: organization(), source, direction, format, payload };
      return shownPreview(await store.scan.blueprintDocuments.preview(asked));
    }),

    'blueprint.compare': act(compareInput, async ({ first, second, last }, { signal }): Promise<ComparedMessage[]> => {
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

    'messages.redecode': act(
      redecodeInput,
      async ({ from, to, endpoints }, { progress, signal }): Promise<RedecodeOutput> => {
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
      },
    ),

    'report.radio': act(radioReportInput, ({ days, tags }, { signal }): Promise<SiteReport> => {
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

/** The box as a command sees it, whoever has the data folder. */
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

function fileInput(input: unknown): FileInput {
  const members = membersOf(input);
  return { text: textIn(members, 'text'), system: flagIn(members, 'system') };
}

function previewInput(input: unknown): PreviewInput {
  const members = membersOf(input);
  const direction = textIn(members, 'direction');
  if (direction !== 'uplink' && direction !== 'downlink') throw new WrongInput('direction', 'uplink or downlink');
  const hex = textIn(members, 'hex');
  if (hex.length > 2 * LIMITS.payloadBytes) throw new WrongInput('hex', `${LIMITS.payloadBytes} bytes at most`);
  return {
    blueprint: textIn(members, 'blueprint'),
    direction,
    hex,
    format: wholeIn(members, 'format', 0, LIMITS.formatId),
  };
}

function sourceIn(members: ReadonlyMap<string, unknown>, field: string): BlueprintSource {
  const source = membersOf(members.get(field));
  return source.has('document') ? { document: textIn(source, 'document') } : { blueprint: textIn(source, 'blueprint') };
}

function compareInput(input: unknown): CompareInput {
  const members = membersOf(input);
  const last = wholeIn(members, 'last', 1, MOST_COMPARED);
  return { first: sourceIn(members, 'first'), second: sourceIn(members, 'second'), last };
}

function radioReportInput(input: unknown): RadioReportInput {
  const members = membersOf(input);
  const tags = listIn(members, 'tags').map((tag): readonly [string, string] => {
    const [key, value] = Array.isArray(tag) ? (tag as readonly unknown[]) : [];
    if (typeof key !== 'string' || typeof value !== 'string') throw new WrongInput('tags', 'keys with values');
    return [key, value];
  });
  return { tags, days: wholeIn(members, 'days', 1, MOST_REPORTED_DAYS) };
}

function redecodeInput(input: unknown): RedecodeInput {
  const members = membersOf(input);
  const endpoints = listIn(members, 'endpoints').map(eui => {
    const parsed = typeof eui === 'string' ? parseEui(eui) : undefined;
    if (parsed === undefined) throw new WrongInput('endpoints', 'EUIs');
    return parsed;
  });
  return { endpoints, from: wholeIn(members, 'from', 0, LATEST_MS), to: wholeIn(members, 'to', 0, LATEST_MS) };
}
