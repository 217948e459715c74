import { words } from '../../words/words.ts';

const COMMAND = 'waystation endpoints import FILE.csv';

/** How one knows whose a stranger is. */
export function Hints() {
  const { hints } = words.value.unknown;
  return (
    <div class="panel hints">
      <div>
        <h2>{hints.yours}</h2>
        <p>{hints.yoursText}</p>
      </div>
      <div>
        <h2>{hints.neighbour}</h2>
        <p>{hints.neighbourText}</p>
      </div>
      <div>
        <h2>{hints.many}</h2>
        <p>
          {hints.manyText} <code>{COMMAND}</code>
        </p>
      </div>
    </div>
  );
}
