import { useState } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { ErrorPanel, type ErrorPanelProps } from './ErrorPanel.tsx';
import { lazyPart } from './lazyPart.tsx';

/** A load that failed, with what its panel adds. */
type ProblemPanelProps = Omit<ErrorPanelProps, 'tone' | 'detail'> & { readonly problem: Problem | null };

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
        message={
          problem.code === 'timeout'
            ? 'The platform did not answer in time. It is asked again by itself.'
            : 'The platform cannot be reached. This loads by itself when the link is back.'
        }
      />
    );
  if (missing || problem === null) return <ErrorPanel {...rest} />;
  return <ProblemBody {...props} problem={problem} onMissing={() => setMissing(true)} />;
}
