import { useState } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { ErrorPanel, type ErrorPanelProps } from './ErrorPanel.tsx';
import { lazyPart } from './lazyPart.tsx';

/** A failed load, with texts and actions of its panel. */
type ProblemPanelProps = Omit<ErrorPanelProps, 'tone' | 'detail'> & { readonly problem: Problem | null };

const { Part: ProblemBody } = lazyPart(() => import('./ProblemBody.tsx').then(({ ProblemBody: component }) => component));

/**
 * A failed load, with the text and action for its problem (domain/problemLabels.ts). An unreachable platform is shown as a condition: this
 * needs no further code and resolves by itself.
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
        message={
          problem.code === 'timeout'
            ? 'The platform did not answer in time. This is retried automatically.'
            : 'The platform cannot be reached. This loads when the connection is back.'
        }
      />
    );
  if (missing || problem === null) return <ErrorPanel {...rest} />;
  return <ProblemBody {...props} problem={problem} onMissing={() => setMissing(true)} />;
}
