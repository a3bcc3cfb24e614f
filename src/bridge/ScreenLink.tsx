import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { screenAt } from '../domain/places.ts';
import { mayOpen, screens } from '../domain/screens.ts';
import { usePerson } from './useMay.ts';

interface ScreenLinkProps {
  readonly href: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link into another screen for those who may open it; for the others the words alone, and why they lead nowhere (D-38). */
export function ScreenLink({ href, className, children }: ScreenLinkProps) {
  const held = usePerson()?.permissions ?? null;
  const screen = screenAt(href.replace(/[?#].*$/, ''));
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
