import { Logo } from '../../ui/glyphs/Logo.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import './chrome.css';

/** Shown while the session is unknown: an empty bar and a page skeleton, no personal data. */
export function StartingFrame() {
  return (
    <div className="app" aria-busy="true">
      <header className="app-bar">
        <span className="app-brand">
          <Logo />
          <span>Ukweli</span>
        </span>
      </header>
      <main className="app-main" id="main">
        <h1 className="uk-sr">Opening the console</h1>
        <PageSkeleton />
      </main>
    </div>
  );
}
