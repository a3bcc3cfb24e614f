import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import './door.css';

interface DoorPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Above the title: what came of it. */
  readonly mark?: ReactNode;
  readonly failed?: boolean;
  readonly children?: ReactNode;
}

/** A page on the way in, for people who are not signed in: one card, one thing to do, the way back. */
export function DoorPage({ title, lead, mark, failed = false, children }: DoorPageProps) {
  return (
    <div className="door">
      <header className="door-brand">
        <Link href="/">
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
        <Link href="/login">Back to sign in</Link>
        <Link href="/terms">Terms</Link>
        <Link href="/privacy">Privacy</Link>
      </footer>
    </div>
  );
}
