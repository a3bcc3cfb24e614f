import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { Button } from '../controls/Button.tsx';
import { HashText } from '../evidence/HashText.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import './feedback.css';

interface ErrorPanelProps {
  /** `offline` is a condition, not an alarm: neither red nor read out at once. */
  readonly tone?: 'bad' | 'offline';
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

/** A load that failed: as an error, or, where the platform was not reached, as the condition that it is. It mends itself. */
export function ProblemPanel({ problem, ...rest }: Omit<ErrorPanelProps, 'correlationId' | 'tone'> & { readonly problem: Problem | null }) {
  const unreached = problem?.code === 'network' || problem?.code === 'timeout';
  return (
    <ErrorPanel
      {...rest}
      {...(unreached && {
        tone: 'offline' as const,
        title: 'Not on this device yet',
        message: 'The platform cannot be reached. This loads by itself when the link is back.',
      })}
      {...(problem?.correlationId === undefined ? {} : { correlationId: problem.correlationId })}
    />
  );
}

/** What happened, what still works, the way out, and the id to name to support (C-80). */
export function ErrorPanel({
  tone = 'bad',
  title = 'Something went wrong',
  message = 'An error occurred while loading this content.',
  stillWorks = 'The rest of the page still works.',
  onRetry,
  busy = false,
  correlationId,
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
