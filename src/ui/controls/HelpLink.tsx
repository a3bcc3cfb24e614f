import type { ReactNode } from 'react';
import { isHelpLink } from '../../contracts/outerLinks.ts';

interface HelpLinkProps {
  /** Address of the support, from the platform. */
  readonly href: string;
  readonly children: ReactNode;
  /** Placed at the end of a row of buttons. */
  readonly atEnd?: true;
}

/** Link to support; an address that is not a safe link is shown as text (G-14). */
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
