import { CornerUpRight } from 'lucide-react';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { isPromotable } from './promotion.ts';
import type { Promotion } from './usePromotion.ts';

interface SelectionBarProps {
  /** What the filter shows. */
  readonly found: readonly DeadLetter[];
  readonly filtered: boolean;
  readonly barred: string | null;
  readonly promotion: Promotion;
}

/** What is selected, all that matches at once, and the act. Those who may not promote read why. */
export function SelectionBar({ found, filtered, barred, promotion }: SelectionBarProps) {
  const { selected, checked, busy, setChecked, look } = promotion;
  if (barred !== null)
    return (
      <div className="dlq-selection" data-barred="">
        <span className="uk-fg2">{barred}</span>
        <span className="uk-sp" />
        <Button icon={CornerUpRight} disabledReason={barred}>
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
        label={filtered ? `Select all ${plural(free.length, 'match', 'matches')}` : `Select all ${plural(free.length, 'item')}`}
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
