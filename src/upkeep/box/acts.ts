import type { Editor } from '../../domain/blueprint/catalog.ts';
import type { Direction } from '../../domain/blueprint/codec/blueprint.ts';
import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import type { Imported, LookedAt } from '../../domain/blueprint/import.ts';
import { type ShownPreview, shownPreview } from '../../domain/blueprint/preview.ts';
import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault, type FaultData, faultToData } from '../../kit/faults.ts';
import { flagIn, membersOf, textIn, WrongInput, wholeIn } from './input.ts';

/** What goes on while an act is done. */
export interface ActRun {
  /** So much of so much. */
  progress(done: number, of: number): void;
  /** Ends with the command that asked. */
  readonly signal: AbortSignal;
}

/** Something that a command has done by the box. Input and output are JSON. */
export interface Act<I, O> {
  /** @throws WrongInput */
  check(input: unknown): I;
  run(input: I, running: ActRun): Promise<O>;
}

function act<I, O>(check: (input: unknown) => I, run: (input: I, running: ActRun) => Promise<O>): Act<I, O> {
  return { check, run };
}

export interface BoxOf {
  readonly store: Pick<Store, 'read' | 'write' | 'scan'>;
  readonly clock: Clock;
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

/** Everything that commands have done by a box, running or not (operations 5). */
export function boxActs({ store, clock }: BoxOf) {
  const { installation } = store.read;
  const organization = () => installation.defaultOrganization().id;
  /** Who can open the socket, or the folder, is the operator. */
  const operator = (): Editor => {
    const userId = installation.value('operator');
    const userEmail = 'operator@localhost';
    return { now: clock.now(), org: organization(), administrator: true, userId, userEmail, actor: userEmail };
  };

  return {
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
