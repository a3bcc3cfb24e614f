import { ArrowLeft, ArrowUpRight, LayoutDashboard, Lock } from 'lucide-react';
import { HelpLink } from '../../ui/controls/HelpLink.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/page/Notice.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import './unauthorized.css';

export interface UnauthorizedScreenProps {
  /** The requested page: its title, the required permission and the accounts that hold it; null at `/unauthorized`. */
  readonly page: { readonly title: string; readonly needs: string; readonly heldBy: readonly string[] } | null;
  /** Label of the person's console role; Read Only if unknown. */
  readonly roleLabel: string;
  readonly supportUrl: string | null;
  /** The redesign's label of the button. */
  readonly dashboardLabel?: string;
  readonly onBack: () => void;
  readonly onDashboard: () => void;
}

/** Access Denied (I-4): what was refused, what it requires, and where to go. */
export function UnauthorizedScreen({
  page,
  roleLabel,
  supportUrl,
  dashboardLabel = 'Go to Dashboard',
  onBack,
  onDashboard,
}: UnauthorizedScreenProps) {
  return (
    <Notice
      icon={Lock}
      tone="warn"
      title="Access Denied"
      lead={
        <>
          {page === null ? 'You do not have permission to open this page.' : `You do not have permission to open ${page.title}.`} Nothing
          was loaded or changed.
        </>
      }
      actions={
        <>
          <Button kind="primary" icon={LayoutDashboard} onClick={onDashboard}>
            {dashboardLabel}
          </Button>
          <Button icon={ArrowLeft} onClick={onBack}>
            Go Back
          </Button>
          {supportUrl !== null && (
            <HelpLink atEnd href={supportUrl}>
              Contact support <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden />
            </HelpLink>
          )}
        </>
      }
    >
      <dl className="denied-facts">
        <div>
          <dt>Your role</dt>
          <dd>
            <Tag>{roleLabel}</Tag>
          </dd>
        </div>
        {page !== null && (
          <div>
            <dt>This page needs</dt>
            <dd className="uk-mono">{page.needs}</dd>
          </div>
        )}
        {page !== null && (
          <div>
            <dt>Held by</dt>
            <dd>{page.heldBy.join(', ')}</dd>
          </div>
        )}
      </dl>
      <h2 className="uk-h2">Common reasons</h2>
      <ul className="denied-reasons">
        <li>Your role lacks the permission</li>
        <li>The page requires admin privileges</li>
        <li>Your session may have expired</li>
      </ul>
    </Notice>
  );
}
