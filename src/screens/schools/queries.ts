import { usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readSchools } from '../../store/read.ts';
import { readVerifications } from '../../store/readVerifications.ts';
import { schoolViews, totalsOf, measuredBySchool } from './model.ts';

/** Verifications of a site that are drawn; a month of a busy one. */
const drawn = 120;

/** The schools as this device holds them, with the programme's totals summed from them and what was measured at each. */
export function useSchools() {
  useWanted(['schools', 'verifications']);
  const stored = useStored(() => readSchools(), []);
  const rows = stored.value?.rows ?? [];
  const names = rows.map(({ school }) => school.schoolName);
  const measured = useStored(async () => {
    const pages = await Promise.all(names.map((search) => readVerifications({ search, sort: 'newest', offset: 0, limit: drawn })));
    return measuredBySchool(
      pages.flatMap((page) => page.rows),
      names,
    );
  }, [names.join('\n')]);
  return {
    ...usePanel('schools', stored, rows.length),
    views: schoolViews(rows),
    totals: totalsOf(rows),
    measured: measured.value ?? null,
  };
}
