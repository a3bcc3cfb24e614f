import { PlainTable } from '../../ui/table/PlainTable.tsx';
import type { Drifted } from './model.ts';

const heads = [
  { id: 'field', label: 'Field' },
  { id: 'was', label: 'You saw' },
  { id: 'now', label: 'Is now' },
  { id: 'mine', label: 'Yours' },
] as const;

/** Changes another person made meanwhile, beside the values about to be saved over them. */
export function DriftTable({ drift }: { readonly drift: readonly Drifted[] }) {
  return (
    <PlainTable
      label="Changed meanwhile"
      heads={heads}
      stacksUnder="field"
      rows={drift.map(({ field, label, was, now, mine }) => ({
        id: field,
        cells: [
          label,
          <span key="was" className="uk-fg3">
            {was}
          </span>,
          <b key="now">{now}</b>,
          mine === null ? <span className="uk-fg3">not changed</span> : <b>{mine}</b>,
        ],
      }))}
    />
  );
}
