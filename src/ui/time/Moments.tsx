import { areApart } from '../../domain/moments.ts';
import { Time, type TimeForm } from './Time.tsx';

interface MomentsProps {
  /** When the platform received it, ISO 8601. */
  readonly at: string;
  /** When it was decided on the device, if told; ISO 8601. */
  readonly decidedAt: string | undefined;
  readonly as: TimeForm;
  /** The act on the device: notes are written, anything else is decided. */
  readonly what?: 'written' | 'decided';
  /** In a table row: no tab stops of their own. */
  readonly inRow?: boolean;
}

/** When something was done: one time or, if it waited on a device, both: 'written 09:10 on the device, received 18:02 EAT' (D-56). */
export function Moments({ at, decidedAt, as, what = 'decided', inRow = false }: MomentsProps) {
  if (!areApart(decidedAt, at)) return <Time at={at} as={as} zone={!inRow} inRow={inRow} />;
  return (
    <span className="uk-moments">
      {what} <Time at={decidedAt} as={as} inRow={inRow} unmarked /> on the device, received{' '}
      <Time at={at} as={as} zone={!inRow} inRow={inRow} />
    </span>
  );
}
