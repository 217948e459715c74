import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { match, path } from '../data/call/address.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Bones, Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page.tsx';
import type { PageName } from '../routes.ts';
import { words } from '../words/words.ts';
import { loadPage, pageOf } from './pages.ts';

/** The page of the address. What `data/address.ts` goes to has been loaded; the first page is loaded here. */
export function Outlet() {
  const [, setLoads] = useState(0);
  const first = useRef(true);
  const failed = useRef<PageName | undefined>(undefined);
  const current = match.value;
  const name = current?.route.name;
  const PageOf = name && pageOf(name);
  const standing = name === undefined || PageOf !== undefined;
  useLayoutEffect(() => {
    if (name === undefined) return;
    const again = () => setLoads(loads => loads + 1);
    const loading = loadPage(name);
    // it may have come between the drawing and this
    if (!loading) {
      if (!standing) again();
      return;
    }
    loading.then(again, () => {
      failed.current = name;
      again();
    });
  }, [name]);
  useEffect(() => {
    if (!standing) return;
    // a page that has been gone to is announced by its heading
    if (!first.current) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    first.current = false;
  }, [standing, path.value]);
  if (name === undefined) return <NotFound />;
  if (PageOf) {
    return (
      <Boundary key={name}>
        <PageOf params={current?.params ?? {}} />
      </Boundary>
    );
  }
  return failed.current === name ? <Updated /> : <Bones rows={6} />;
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
