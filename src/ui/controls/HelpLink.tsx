import type { ReactNode } from 'react';
import { isHelpLink } from '../../contracts/outerLinks.ts';

interface HelpLinkProps {
  /** Where the platform says that help is. */
  readonly href: string;
  readonly children: ReactNode;
  /** At the end of a row of buttons. */
  readonly atEnd?: true;
}

/** The way to whoever helps; what is no link is told as text (G-14). */
export function HelpLink({ href, children, atEnd }: HelpLinkProps) {
  const end = atEnd === true ? { 'data-end': '' } : {};
  return isHelpLink(href) ? (
    <a className="uk-link" {...end} href={href}>
      {children}
    </a>
  ) : (
    <span {...end}>
      {children}: <bdi className="uk-mono">{href}</bdi>
    </span>
  );
}
