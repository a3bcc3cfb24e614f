import { RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { Button } from '../controls/Button.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import { lazyPart } from './lazyPart.tsx';
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
  /** What came, to the letter, for whoever looks into it. */
  readonly detail?: string;
  /** More ways out, after the retry. */
  readonly actions?: ReactNode;
}

/** A load that failed, with what its panel adds. */
export type ProblemPanelProps = Omit<ErrorPanelProps, 'tone' | 'detail'> & { readonly problem: Problem | null };

const { Part: ProblemBody } = lazyPart(() => import('./ProblemBody.tsx').then(({ ProblemBody: component }) => component));

/**
 * A load that failed, in the words of its failure and with the way out of it (domain/problemWords.ts). Where the platform was not reached it is the condition that it
 * is, needs no further code, and mends itself.
 */
export function ProblemPanel(props: ProblemPanelProps) {
  const [missing, setMissing] = useState(false);
  const { problem, ...rest } = props;
  if (problem?.code === 'network' || problem?.code === 'timeout')
    return (
      <ErrorPanel
        {...rest}
        tone="offline"
        title="Not on this device yet"
        message="The platform cannot be reached. This loads by itself when the link is back."
      />
    );
  if (missing || problem === null) return <ErrorPanel {...rest} />;
  return <ProblemBody {...props} problem={problem} onMissing={() => setMissing(true)} />;
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
