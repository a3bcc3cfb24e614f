import { usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readSchools } from '../../store/read.ts';
import { schoolViews, totalsOf } from './model.ts';

/** The schools as this device holds them, with the programme's totals summed from them. */
export function useSchools() {
  useWanted(['schools']);
  const stored = useStored(() => readSchools(), []);
  const rows = stored.value?.rows ?? [];
  return {
    ...usePanel('schools', stored, rows.length),
    views: schoolViews(rows),
    totals: totalsOf(rows),
  };
}
