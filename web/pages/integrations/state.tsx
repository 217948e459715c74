import { integrationLook, integrationState } from '../../model/integration/integration-states.ts';
import { State } from '../../parts/status.tsx';
import { words } from '../../words/words.ts';

export function StateOf({ state }: { state: string }) {
  return <State {...integrationLook(state)}>{words.value.integrations.states[integrationState(state)]}</State>;
}
