import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { match, path } from '../data/address.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Bones, Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page.tsx';
import { words } from '../words/words.ts';
import { loadPage, type PageProps } from './pages.ts';

type Shown = { component: ComponentType<PageProps>; name: string } | 'missing' | 'updated' | undefined;

/** The page of the address. The one before stays until the next is there, so that nothing flashes. */
export function Outlet() {
  const [shown, setShown] = useState<Shown>(undefined);
  const first = useRef(true);
  const current = match.value;
  const name = current?.route.name;
  useEffect(() => {
    let late = false;
    if (name === undefined) return setShown('missing');
    loadPage(name).then(
      ({ default: component }) => late || setShown({ component, name }),
      () => late || setShown('updated'),
    );
    return () => {
      late = true;
    };
  }, [name]);
  useEffect(() => {
    if (shown === undefined) return;
    // a page that has been gone to is announced by its heading
    if (!first.current) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    first.current = false;
  }, [shown, path.value]);
  if (shown === undefined) return <Bones rows={6} />;
  if (shown === 'missing') return <NotFound />;
  if (shown === 'updated') return <Updated />;
  const { component: PageOf } = shown;
  return (
    <Boundary key={shown.name}>
      <PageOf params={current?.params ?? {}} />
    </Boundary>
  );
}

function NotFound() {
  const { notFound, notFoundText, toStart } = words.value.frame;
  return (
    <Page title={notFound}>
      <div class="panel">
        <Empty icon="unknown" title={notFoundText} actions={<LinkButton href="/">{toStart}</LinkButton>} />
      </div>
    </Page>
  );
}

function Updated() {
  const { updated, loadNew } = words.value.frame;
  return (
    <Page title={updated}>
      <div class="panel">
        <Empty
          icon="refresh"
          title={updated}
          actions={
            <Button kind="primary" onClick={() => location.reload()}>
              {loadNew}
            </Button>
          }
        />
      </div>
    </Page>
  );
}

/** What fails in a page fails there; the frame stays. */
class Boundary extends Component<{ children: ComponentChildren }, { failure?: Error }> {
  static override getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const { failed, failedText, toStart } = words.value.frame;
    return (
      <Page title={failed}>
        <div class="panel">
          <Empty icon="warning" title={failedText} actions={<LinkButton href="/">{toStart}</LinkButton>} />
          <details class="panel-body small">
            <summary>{words.value.parts.details}</summary>
            <pre class="mono report">{`${location.pathname}\n${failure.stack ?? failure.message}`}</pre>
          </details>
        </div>
      </Page>
    );
  }
}
