import { useState } from 'preact/hooks';
import { query, setQuery } from '../../data/call/address.ts';
import type { EndPoint } from '../../data/endpoint.ts';
import { type Message, useBlueprint, useBlueprints, useTrace } from '../../data/message.ts';
import { bitGrid } from '../../model/bits.ts';
import { layoutsOf } from '../../model/blueprint.ts';
import { Failure } from '../../parts/empty.tsx';
import { Note } from '../../parts/note/note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { Bits } from './bits.tsx';
import { BitsTable } from './bits-table.tsx';
import { BlueprintChoice } from './blueprint-choice.tsx';

/** The payload bit by bit, and the field that each was read for. */
export function TracePanel({ message, endpoint }: { message: Message; endpoint: EndPoint | undefined }) {
  const text = words.value.message;
  const used = message.blueprintId === '' ? (endpoint?.effectiveBlueprintId ?? '') : message.blueprintId;
  const blueprintId = query.value.get('blueprint') ?? used;
  const [marked, setMarked] = useState<number | undefined>(undefined);
  const blueprint = useBlueprint(blueprintId).value;
  const versions = useBlueprints(endpoint?.deviceModelId ?? blueprint?.deviceModelId ?? '').value ?? [];
  const trace = useTrace(message, blueprintId);
  const grid = bitGrid(message.userData, trace.value?.trace ?? []);
  const layout = blueprint && layoutsOf(blueprint.specJson, 'uplink').find(({ format }) => format === message.format);
  const failed = trace.value && !trace.value.success ? trace.value : undefined;
  const calibrated = Object.keys(endpoint?.calibration ?? {}).length > 0;
  if (message.userData.length === 0) return null;
  return (
    <Panel
      title={text.trace}
      note={grid.fields.length > 0 ? text.point : undefined}
      flush
      end={
        <BlueprintChoice
          used={used}
          chosen={blueprintId}
          blueprints={
            blueprint && !versions.some(({ id }) => id === blueprint.id) ? [blueprint, ...versions] : versions
          }
          onChange={id => setQuery({ blueprint: id === used ? undefined : id })}
        />
      }
      foot={
        blueprintId !== '' &&
        trace.value && (
          <span class="text-2">
            {grid.rest.length === 0
              ? text.allRead
              : text.restText(grid.rest.map(({ from, to }) => text.span(from, to)).join(', '))}
            {calibrated && ` ${text.calibrated}`}
          </span>
        )
      }
    >
      <Bits grid={grid} marked={marked} onMark={setMarked} />
      {trace.fault && <Failure title={text.traceFailed} fault={trace.fault} onRetry={trace.again} />}
      {failed && (
        <Note tone="warning">
          <b>{text.stopped}:</b> <span lang="en">{failed.errorDetail || failed.errorCode}</span>
        </Note>
      )}
      {grid.fields.length > 0 && (
        <BitsTable fields={grid.fields} elements={layout?.elements ?? []} marked={marked} onMark={setMarked} />
      )}
    </Panel>
  );
}
