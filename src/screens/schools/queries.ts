import { useOwnCurrency } from '../../bridge/reads/useOwnCurrency.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { inCurrency } from '../../domain/money/own.ts';
import { readSchools } from '../../store/readFinance.ts';
import { readVerifications } from '../../store/readVerifications.ts';
import { measuredOf, schoolViews, totalsOf } from './model.ts';

/** Maximum number of verifications drawn per site; months of a busy one. */
const drawn = 120;

/** The stored schools, the programme's totals over them, and the measurements at each site. */
export function useSchools() {
  useSubscription(['schools', 'verifications']);
  const stored = useStored(() => readSchools(), []);
  const { value, ...frame } = usePanel('schools', stored, listRead);
  const currency = useOwnCurrency();
  const rows = (value?.rows ?? []).map((row) => inCurrency(row, currency));
  const sites = rows.flatMap(({ school }) => (school.siteCode === undefined ? [] : [school.siteCode]));
  const measured = useStored(
    async () => {
      const pages = await Promise.all(
        sites.map(async (siteCode) => {
          const { rows: found } = await readVerifications({ siteCode, sort: 'newest', offset: 0, limit: drawn });
          return [siteCode, measuredOf(found)] as const;
        }),
      );
      return new Map(pages);
    },
    [sites.join('\n')],
    { keepPrevious: true },
  );
  return {
    frame,
    views: schoolViews(rows),
    totals: totalsOf(rows),
    measured: measured.value ?? null,
  };
}
