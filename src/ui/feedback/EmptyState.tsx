import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './feedback.css';

/** Empty content: what would be here, and one action. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="uk-empty">
      <span className="uk-empty-icon">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h3>{title}</h3>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className="uk-actions">{action}</div>}
    </div>
  );
}
