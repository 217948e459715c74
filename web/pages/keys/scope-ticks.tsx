import { RESOURCES, type Resource, type Right, SCOPES, scopeOf } from '../../model/scopes.ts';
import { Checkbox } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { words } from '../../words/words.ts';

const RIGHTS: readonly Right[] = ['read', 'write'];

/** A tick for each right, in two columns of resources. */
export function ScopeTicks({
  scopes,
  note,
  mistake,
  onChange,
}: {
  scopes: ReadonlySet<string>;
  note: string;
  mistake: string | undefined;
  onChange: (scopes: ReadonlySet<string>) => void;
}) {
  const text = words.value.keys;
  const half = Math.ceil(RESOURCES.length / 2);
  const set = (scope: string, on: boolean) => {
    const next = new Set(scopes);
    if (on) next.add(scope);
    else next.delete(scope);
    onChange(next);
  };
  return (
    <fieldset>
      <legend class="label scope-legend">
        {text.scopes} <span class="meta">{note}</span>
      </legend>
      {mistake !== undefined && (
        <div class="mistake" role="alert">
          <Icon name="error" />
          {mistake}
        </div>
      )}
      <div class="scope-columns">
        {[RESOURCES.slice(0, half), RESOURCES.slice(half)].map(some => (
          <div class="scope-column" key={some[0]}>
            <div class="scope-line meta" aria-hidden="true">
              <span />
              <span>{text.read}</span>
              <span>{text.write}</span>
            </div>
            {some.map(resource => (
              <Line key={resource} resource={resource} scopes={scopes} set={set} />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function Line({
  resource,
  scopes,
  set,
}: {
  resource: Resource;
  scopes: ReadonlySet<string>;
  set: (scope: string, on: boolean) => void;
}) {
  const text = words.value.keys;
  const rights: readonly Right[] = SCOPES[resource];
  const any = rights.some(right => scopes.has(scopeOf(resource, right)));
  return (
    <div class="scope-line">
      <span class={any ? 'strong' : 'text-2'}>{text.resources[resource]}</span>
      {RIGHTS.map(right =>
        rights.includes(right) ? (
          <Checkbox
            key={right}
            label={`${text.resources[resource]}: ${text[right]}`}
            checked={scopes.has(scopeOf(resource, right))}
            onChange={on => set(scopeOf(resource, right), on)}
          />
        ) : (
          <span key={right} />
        ),
      )}
    </div>
  );
}
