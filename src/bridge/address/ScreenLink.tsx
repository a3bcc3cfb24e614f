import type { ReactNode } from 'react';
import { Link } from './Link.tsx';
import { type Href, pathOf } from '../../domain/screens/link.ts';
import { screenAt } from '../../domain/places.ts';
import { mayOpen, screens } from '../../domain/screens/screens.ts';
import { usePerson } from '../acts/useMay.ts';

interface ScreenLinkProps {
  readonly href: Href;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link to another screen if the user may open it; otherwise the text alone, with the reason (D-38). */
export function ScreenLink({ href, className, children }: ScreenLinkProps) {
  const held = usePerson()?.permissions ?? null;
  const screen = screenAt(pathOf(href));
  if (screen !== null && !mayOpen(screen, held))
    return (
      <>
        {children} <span className="uk-fg3">your role may not open {screens[screen].title}</span>
      </>
    );
  return (
    <Link href={href} className={className}>
      {children}
    </Link>
  );
}
