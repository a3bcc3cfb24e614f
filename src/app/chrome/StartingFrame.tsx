import { Logo } from '../../ui/glyphs/Logo.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import './chrome.css';

/** While it is not known who is there: the bar's place and the shape of a page, nothing of anybody. */
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
