import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import type { Way } from './ways.ts';

/** A link in a panel's footer; disabled with the reason if the person may not open it (D-38). */
export function WayLink({ way, children }: { readonly way: Way; readonly children: ReactNode }) {
  if (way.href === null) return <DisabledWay reason={way.reason}>{children}</DisabledWay>;
  return (
    <Link href={way.href} className="uk-link">
      {children}
      <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

/** Focusable by keyboard, so that the reason can be read. */
export function DisabledWay({
  reason,
  children,
  className = 'overview-barred',
}: {
  readonly reason: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <span className="uk-reason">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason must be reachable without a mouse */}
      <span className={className} role="link" aria-disabled="true" tabIndex={0}>
        {children}
      </span>
      <span className="uk-tip" role="tooltip">
        {reason}
      </span>
    </span>
  );
}
