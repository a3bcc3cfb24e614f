import { screenHref } from '../../domain/screens/link.ts';
import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { SkipLink } from './SkipLink.tsx';
import './chrome.css';

/** The frame of pages that need no sign-in: terms, privacy, an unknown address. */
export function PublicFrame({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return (
    <div className="app">
      <SkipLink />
      <header className="app-bar">
        <Link href={screenHref('overview')} className="app-brand">
          <Logo />
          <span>Ukweli</span>
        </Link>
        <span className="uk-sp" />
        <Link href={screenHref('login')} asChild>
          <LinkButton icon={LogIn}>Sign in</LinkButton>
        </Link>
      </header>
      <main className="app-main" id="main" tabIndex={-1}>
        <Breadcrumb path={path} />
        {children}
      </main>
    </div>
  );
}
