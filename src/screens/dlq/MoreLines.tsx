import { formatCount, plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';

/** Lines that are drawn more each time somebody asks: a queue of thousands, drawn at once, holds up the page for seconds. */
export const moreLines = 200;

interface MoreLinesProps {
  /** How many are not drawn. */
  readonly hidden: number;
  /** What they are: 'older item'. */
  readonly what: string;
  readonly onMore: () => void;
}

/** The way to the lines of a long list that are not drawn yet; nothing where all are. */
export function MoreLines({ hidden, what, onMore }: MoreLinesProps) {
  if (hidden <= 0) return null;
  return (
    <div className="dlq-more">
      <Button onClick={onMore}>
        {hidden > moreLines ? `Show ${formatCount(moreLines)} of ${plural(hidden, what)}` : `Show ${plural(hidden, what)}`}
      </Button>
    </div>
  );
}
