import { useState } from 'preact/hooks';
import { query } from '../../data/call/address.ts';
import type { Added } from '../../data/endpoint-add.ts';
import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import { EndpointForm, type FormStart } from './form.tsx';
import { Waiting } from './waiting.tsx';

/** The form; then what is heard of the endpoint. *Add and next* keeps model and kind of key. */
export default function EndpointAdd() {
  const { endpointAdd: text, pages } = words.value;
  const [added, setAdded] = useState<Added | undefined>(undefined);
  const [start, setStart] = useState<FormStart>({ epEui: query.value.get('eui') ?? '', round: 0 });
  return (
    <Page
      title={pages['endpoint-add']}
      crumb={{ href: '/endpoints', text: pages.endpoints, here: words.value.stationAdd.crumb }}
    >
      {added ? (
        <Waiting added={added} onAnother={() => setAdded(undefined)} />
      ) : (
        <EndpointForm
          key={start.round}
          start={start}
          onAdded={setAdded}
          onNext={kept => setStart({ ...kept, epEui: '', round: start.round + 1 })}
          lastText={text.added}
        />
      )}
    </Page>
  );
}
