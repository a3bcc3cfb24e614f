import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Way } from './ways.ts';

/** A link of a panel's foot; where the person may not go it says why instead (D-38). */
export function WayLink({ way, children }: { readonly way: Way; readonly children: ReactNode }) {
  if (way.href === null) return <DisabledWay reason={way.reason}>{children}</DisabledWay>;
  return (
    <Link href={way.href} className="uk-link">
      {children}
      <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

/** Reachable by keyboard, so that the reason is too. */
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
