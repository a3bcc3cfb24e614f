import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import './feedback.css';

/** A failure, with texts and actions of its panel. */
export interface ErrorPanelProps {
  /** `offline` is a condition, not an alarm: not red and not announced at once. */
  readonly tone?: 'bad' | 'offline';
  readonly title?: string;
  readonly message?: string;
  /** What still works despite the failure. */
  readonly stillWorks?: ReactNode;
  readonly onRetry?: () => void;
  readonly busy?: boolean;
  /** The original message, for those who investigate. */
  readonly detail?: string;
  /** Further actions, after the retry. */
  readonly actions?: ReactNode;
}

/** What happened, what still works, and what to do (C-80). */
export function ErrorPanel({
  tone = 'bad',
  title = 'Something went wrong',
  message = 'An error occurred while loading this content.',
  stillWorks = 'The rest of the page still works.',
  onRetry,
  busy = false,
  detail,
  actions,
}: ErrorPanelProps) {
  return (
    <div className="uk-error" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <h3>
        <Glyph shape={tone} size={18} />
        {title}
      </h3>
      <p>
        {/[.!?]$/.test(message) ? message : `${message}.`} {stillWorks}
      </p>
      {detail !== undefined && <p className="uk-error-detail">{detail}</p>}
      <div className="uk-actions">
        {onRetry !== undefined && (
          <Button size="sm" icon={RefreshCw} onClick={onRetry} busy={busy}>
            Try Again
          </Button>
        )}
        {actions}
      </div>
    </div>
  );
}
