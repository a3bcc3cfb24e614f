import { screenHref } from '../../domain/screens/link.ts';
import type { ReactNode } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import './door.css';

interface PublicPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Icon above the title that shows the result. */
  readonly mark?: ReactNode;
  readonly failed?: boolean;
  readonly children?: ReactNode;
}

/** Public layout for pages without a session: one card with one task, and the link back. */
export function PublicPage({ title, lead, mark, failed = false, children }: PublicPageProps) {
  return (
    <div className="door">
      <header className="door-brand">
        <Link href={screenHref('overview')}>
          <Logo size={26} />
          <span>Ukweli Console</span>
        </Link>
      </header>
      <main className="door-card" id="main" tabIndex={-1}>
        {mark !== undefined && (
          <div className="door-mark" data-tone={failed ? 'bad' : undefined}>
            {mark}
          </div>
        )}
        <h1>{title}</h1>
        {lead !== undefined && <p className="door-lead">{lead}</p>}
        {children}
      </main>
      <footer className="door-foot">
        <Link href={screenHref('login')}>Back to sign in</Link>
        <Link href={screenHref('terms')}>Terms</Link>
        <Link href={screenHref('privacy')}>Privacy</Link>
      </footer>
    </div>
  );
}
