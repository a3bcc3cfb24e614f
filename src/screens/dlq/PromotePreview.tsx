import { CornerUpRight, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type DeadLetter, maxPromoted } from '../../contracts/deadLetter.ts';
import { beforeSendingLabels } from '../../domain/outbox/labels.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { BottomSheet } from '../../ui/overlay/BottomSheet.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useWide } from '../../ui/overlay/useMedia.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { MoreLines, moreLines } from '../../ui/page/MoreLines.tsx';
import { subjectOf } from './model.ts';
import { driftedSince, refsOf } from './promotion.ts';
import type { Promotion } from './usePromotion.ts';

const heads = [
  { id: 'item', label: 'Item' },
  { id: 'concerns', label: 'Concerns' },
  { id: 'site', label: 'Site' },
  { id: 'version', label: 'Version', align: 'end' },
] as const;

interface PromotePreviewProps {
  /** The chosen items as displayed when they were chosen. */
  readonly chosen: readonly DeadLetter[];
  /** The queue as currently stored on this device. */
  readonly letters: readonly DeadLetter[];
  readonly promotion: Promotion;
}

/** The exact items that a confirmation sends, each at the version that was seen (D-24): a dialog, or a bottom sheet on narrow screens. */
export function PromotePreview({ chosen, letters, promotion }: PromotePreviewProps) {
  const wideNow = useWide();
  // Fixed at opening: if a tablet is rotated, switching to the other overlay would close it.
  const [wide] = useState(wideNow);
  const { look, promote, keeping, failure, conditions } = promotion;
  const refs = refsOf(chosen);
  const drifted = driftedSince(refs, letters);
  const byId = new Map(chosen.map((letter) => [letter.itemId, letter]));
  const [only] = refs;
  const title = refs.length === 1 && only !== undefined ? `Promote ${only.itemId}` : `Promote ${plural(refs.length, 'item')}`;
  const parts = Math.ceil(refs.length / maxPromoted);
  const waits = beforeSendingLabels(conditions);
  const newest = letters.filter(({ itemId }) => byId.has(itemId));
  const close = () => look(null);

  const body = (
    <div className="dlq-preview" data-sheet={wide ? undefined : ''}>
      <PromotedItems refs={refs} drifted={drifted} byId={byId} />
      <ul className="dlq-notes">
        {drifted.size > 0 ? (
          <Note shape="warn">
            {plural(drifted.size, 'item is', 'items are')} not as you saw {drifted.size === 1 ? 'it' : 'them'}: the platform would refuse
            the whole request. Look again first.
          </Note>
        ) : (
          <Note shape="info">
            Exactly {refs.length === 1 ? 'this ID is' : `these ${formatCount(refs.length)} IDs are`} sent, nothing that arrives meanwhile.
          </Note>
        )}
        <Note shape="info">An item changed by someone else is refused, not overwritten; then nothing in the request is promoted.</Note>
        {waits === null ? (
          <Note shape="info">If the connection drops, they wait in the outbox and are sent once.</Note>
        ) : (
          <Note shape="pending">{waits}</Note>
        )}
        {parts > 1 && (
          <Note shape="info">
            One request can hold {maxPromoted} items. These are sent in {parts} requests, each applied completely or not at all.
          </Note>
        )}
        {failure !== null && <Note shape="bad">{failure}</Note>}
      </ul>
    </div>
  );
  const actions = (
    <>
      <Button size={wide ? 'md' : 'touch'} onClick={close}>
        Cancel
      </Button>
      {drifted.size > 0 ? (
        <Button
          size={wide ? 'md' : 'touch'}
          kind="primary"
          icon={RefreshCw}
          onClick={() => look(newest)}
          {...(newest.length === 0 && { disabledReason: 'None of them is still in the queue' })}
        >
          Look again
        </Button>
      ) : (
        <Button
          size={wide ? 'md' : 'touch'}
          kind="primary"
          icon={CornerUpRight}
          busy={keeping}
          busyText="Promoting..."
          onClick={() => void promote()}
        >
          {title}
        </Button>
      )}
    </>
  );
  const shared = {
    open: true,
    onClose: close,
    title,
    description: refs.length === 1 ? 'It goes back to its pipeline stage.' : 'They go back to their pipeline stages, oldest first.',
    note: 'Recorded under your name',
    actions,
  };
  return wide ? (
    <Dialog {...shared} size="steps">
      {body}
    </Dialog>
  ) : (
    <BottomSheet {...shared}>{body}</BottomSheet>
  );
}

interface PromotedItemsProps {
  readonly refs: ReturnType<typeof refsOf>;
  readonly drifted: ReturnType<typeof driftedSince>;
  readonly byId: ReadonlyMap<string, DeadLetter>;
}

function PromotedItems({ refs, drifted, byId }: PromotedItemsProps) {
  const [lines, setLines] = useState(moreLines);
  // Changed items come first, so that they are visible however many items there are.
  const drawn = (drifted.size === 0 ? refs : refs.toSorted((a, b) => Number(drifted.has(b.itemId)) - Number(drifted.has(a.itemId)))).slice(
    0,
    lines,
  );
  return (
    <div className="dlq-preview-items">
      <PlainTable
        label="Items to promote"
        heads={heads}
        rows={drawn.map(({ itemId, version }) => {
          const letter = byId.get(itemId);
          const { concerns, site } = letter === undefined ? { concerns: null, site: null } : subjectOf(letter);
          const drift = drifted.get(itemId);
          return {
            id: itemId,
            cells: [
              <span key="item" className="dlq-preview-id">
                <span className="uk-mono">{itemId}</span>
                {drift !== undefined && <span className="dlq-drift">{drift === 'gone' ? 'left the queue' : 'has changed'}</span>}
              </span>,
              <span key="concerns" className="uk-mono">
                {concerns ?? '–'}
              </span>,
              <span key="site" className="uk-mono">
                {site ?? '–'}
              </span>,
              formatCount(version),
            ],
          };
        })}
      />
      <MoreLines hidden={refs.length - lines} what="further item" onMore={() => setLines(lines + moreLines)} />
    </div>
  );
}

function Note({ shape, children }: { readonly shape: 'info' | 'warn' | 'bad' | 'pending'; readonly children: ReactNode }) {
  return (
    <li data-shape={shape} role={shape === 'bad' ? 'alert' : undefined}>
      <Glyph shape={shape} />
      <span>{children}</span>
    </li>
  );
}
