import type { ReactNode } from 'react';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { CompactBar } from './CompactBar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { Strips } from './Strips.tsx';
import { TopBar } from './TopBar.tsx';
import { useBreakpoint } from './useBreakpoint.ts';
import { useMenuHints } from './useMenuHints.ts';
import './chrome.css';
import './compact.css';

// Phones only.
const { Part: TabBar } = lazyPart(() => import('./TabBar.tsx').then(({ TabBar: component }) => component));

/** The chrome around every page of a signed-in user: bar, conditions, breadcrumb, page, and tabs on a phone. */
export function Shell({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const session = useSessionStatus();
  const breakpoint = useBreakpoint();
  const hints = useMenuHints();
  const person = usePerson();
  if (session.phase !== 'signedIn' || person === null) return null;
  const bar = { path, session, person, hints };
  return (
    <div className="app" data-breakpoint={breakpoint}>
      <SkipLink />
      {breakpoint === 'desktop' ? <TopBar {...bar} /> : <CompactBar {...bar} phone={breakpoint === 'phone'} />}
      <Strips />
      <main className="app-main" id="main" tabIndex={-1}>
        <Breadcrumb path={path} />
        {children}
      </main>
      {breakpoint === 'phone' && <TabBar path={path} person={person} waiting={<div className="app-tabs" />} onMissing={() => undefined} />}
    </div>
  );
}
