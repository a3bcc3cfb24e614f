import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import './feedback.css';

/** A failure and what its panel adds. */
export interface ErrorPanelProps {
  /** `offline` is a condition, not an alarm: neither red nor read out at once. */
  readonly tone?: 'bad' | 'offline';
  readonly title?: string;
  readonly message?: string;
  /** What the failure does not touch. */
  readonly stillWorks?: ReactNode;
  readonly onRetry?: () => void;
  readonly busy?: boolean;
  /** What came, to the letter, for whoever looks into it. */
  readonly detail?: string;
  /** More ways out, after the retry. */
  readonly actions?: ReactNode;
}

/** What happened, what still works and the way out (C-80). */
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
