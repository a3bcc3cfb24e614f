import type { Problem } from '../../contracts/problem.ts';
import { ProblemPanel } from '../feedback/ProblemPanel.tsx';
import { Card } from '../panel/Card.tsx';
import type { Refreshing } from './PageAge.tsx';

interface LoadFailedProps {
  readonly problem: Problem | null;
  readonly refreshing: Refreshing;
  /** The document's text for a failure of this load, if it has one. */
  readonly title?: string | undefined;
}

/** In place of a screen's rows when they could not be loaded and none are stored. */
export function LoadFailed({ problem, refreshing: { busy, refresh }, title }: LoadFailedProps) {
  return (
    <Card as="div">
      <ProblemPanel
        problem={problem}
        onRetry={refresh}
        busy={busy}
        message={problem?.message ?? 'An error occurred while loading this content.'}
        stillWorks="The menus and the other pages still work."
        {...(title === undefined ? {} : { title })}
      />
    </Card>
  );
}
