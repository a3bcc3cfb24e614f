import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { HashText } from '../evidence/HashText.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import './feedback.css';

interface ErrorPanelProps {
  readonly title?: string;
  readonly message?: string;
  /** What the failure does not touch. */
  readonly stillWorks?: ReactNode;
  readonly onRetry?: () => void;
  readonly busy?: boolean;
  readonly correlationId?: string;
  /** More ways out, after the retry. */
  readonly actions?: ReactNode;
}

/** What happened, what still works, the way out, and the id to name to support (C-80). */
export function ErrorPanel({
  title = 'Something went wrong',
  message = 'An error occurred while loading this content.',
  stillWorks = 'The rest of the page still works.',
  onRetry,
  busy = false,
  correlationId,
  actions,
}: ErrorPanelProps) {
  return (
    <div className="uk-error" role="alert">
      <h3>
        <Glyph shape="bad" size={18} />
        {title}
      </h3>
      <p>
        {message} {stillWorks}
      </p>
      <div className="uk-actions">
        {onRetry !== undefined && (
          <Button size="sm" icon={RefreshCw} onClick={onRetry} busy={busy}>
            Try Again
          </Button>
        )}
        {actions}
        {correlationId !== undefined && <HashText value={correlationId} label="Correlation ID" quiet />}
      </div>
    </div>
  );
}
