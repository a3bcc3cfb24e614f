import { formatCount, plural } from '../../domain/format.ts';
import { Button } from '../controls/Button.tsx';
import './page.css';

/** Lines added with each request for more: rendering thousands at once blocks the page for seconds. */
export const moreLines = 200;

interface MoreLinesProps {
  /** Number of lines not rendered. */
  readonly hidden: number;
  /** Noun for the lines, in the singular: 'older item'. */
  readonly what: string;
  readonly onMore: () => void;
}

/** Button that shows more lines of a long list; renders nothing if all are shown. */
export function MoreLines({ hidden, what, onMore }: MoreLinesProps) {
  if (hidden <= 0) return null;
  return (
    <div className="uk-more-lines">
      <Button onClick={onMore}>
        {hidden > moreLines ? `Show ${formatCount(moreLines)} of ${plural(hidden, what)}` : `Show ${plural(hidden, what)}`}
      </Button>
    </div>
  );
}
