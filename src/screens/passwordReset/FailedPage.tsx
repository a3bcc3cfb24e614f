import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { PublicPage } from './PublicPage.tsx';

interface FailedPageProps {
  readonly title: string;
  /** What failed, in front of the reason. */
  readonly what: string;
  readonly problem: Problem;
  readonly onAgain: () => void;
  /** In place of 'Try Again' if the link is gone for good. */
  readonly onceGone?: ReactNode;
}

/** In place of a form whose task failed: why, and what can be done. */
export function FailedPage({ title, what, problem, onAgain, onceGone }: FailedPageProps) {
  return (
    <PublicPage title={title} failed mark={<Glyph shape="bad" size={20} />} lead={<span role="alert">{failureText(what, problem)}</span>}>
      <div className="door-acts">
        {problem.code === 'gone' && onceGone !== undefined ? (
          onceGone
        ) : (
          <Button kind="primary" full size="touch" onClick={onAgain}>
            Try Again
          </Button>
        )}
      </div>
    </PublicPage>
  );
}
