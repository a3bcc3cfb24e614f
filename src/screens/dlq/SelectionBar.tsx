import { CornerUpRight } from 'lucide-react';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { isPromotable } from './promotion.ts';
import type { Promotion } from './usePromotion.ts';

interface SelectionBarProps {
  /** The letters that match the filter. */
  readonly found: readonly DeadLetter[];
  readonly filtered: boolean;
  readonly disabledReason: string | null;
  readonly promotion: Promotion;
}

/** Label of the box that selects all; why there is nothing to select, where that is so. */
function selectLabels(free: number, found: number, filtered: boolean): string {
  if (free === 0) return found === 0 ? 'No items to select' : 'No item can be promoted now';
  const what = filtered ? plural(free, 'match', 'matches') : plural(free, 'item');
  return free === 1 ? `Select ${what}` : `Select all ${what}`;
}

/** Number of selected items, select-all for the matches, and the promote button. Users without the right see why. */
export function SelectionBar({ found, filtered, disabledReason, promotion }: SelectionBarProps) {
  const { selected, checked, busy, setChecked, look } = promotion;
  if (disabledReason !== null)
    return (
      <div className="dlq-selection" data-disabled-reason="">
        <span className="uk-fg2">{disabledReason}</span>
        <span className="uk-sp" />
        <Button icon={CornerUpRight} disabledReason={disabledReason}>
          Promote
        </Button>
      </div>
    );
  const free = found.filter((letter) => isPromotable(letter, busy));
  const inSight = free.filter(({ itemId }) => checked.has(itemId)).length;
  const hidden = selected.length - inSight;
  const all = free.length > 0 && inSight === free.length;
  return (
    <div className="dlq-selection" role="group" aria-label="Selection" data-some={selected.length > 0 ? '' : undefined}>
      <Checkbox
        showLabel
        label={selectLabels(free.length, found.length, filtered)}
        checked={all}
        mixed={inSight > 0}
        disabled={free.length === 0}
        onChange={(on) => {
          const next = new Set(checked);
          for (const { itemId } of free)
            if (on) next.add(itemId);
            else next.delete(itemId);
          setChecked(next);
        }}
      />
      {selected.length > 0 && (
        <span className="uk-fg2">
          {selected.length} selected
          {hidden > 0 && `, ${hidden} not in this view`}
        </span>
      )}
      <span className="uk-sp" />
      {selected.length > 0 && (
        <Button kind="ghost" onClick={() => setChecked(new Set())}>
          Clear selection
        </Button>
      )}
      <Button
        kind="primary"
        icon={CornerUpRight}
        onClick={() => look(selected)}
        {...(selected.length === 0 && { disabledReason: 'Select the items to promote' })}
      >
        {selected.length === 0 ? 'Promote' : `Promote ${plural(selected.length, 'item')}`}
      </Button>
    </div>
  );
}
