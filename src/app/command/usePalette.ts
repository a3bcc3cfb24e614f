import { useMemo } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import type { Permission } from '../../contracts/access.ts';
import { mayOpen } from '../../domain/screens/screens.ts';
import { readPortfolios } from '../../store/readFinance.ts';
import { readSites, searchRows } from '../../store/readPalette.ts';
import { readSavedViews } from '../../store/readSavedViews.ts';
import {
  fixedItems,
  maxOfKind,
  packItem,
  paletteGroupsOf,
  portfolioItem,
  rankFixed,
  rankRows,
  siteItem,
  verificationItem,
  viewItem,
} from './paletteModel.ts';

/** The palette's entries for the typed text, from this device alone: it works offline. */
export function usePalette(typed: string, held: ReadonlySet<Permission>) {
  const may = { verifications: mayOpen('verifications', held), packs: mayOpen('evidence', held), finance: mayOpen('dgn', held) };
  const hasLock = useHubStatus().lock.state === 'open';
  const fixed = useMemo(() => fixedItems(held, hasLock), [held, hasLock]);
  // Only dozens of each: read once while the palette is open, and matched here.
  const sites = useStored(async () => (may.verifications ? readSites() : []), [may.verifications]).value;
  const portfolios = useStored(async () => (may.finance ? (await readPortfolios()).rows : []), [may.finance]).value;
  const views = useStored(() => readSavedViews(), []).value;
  const search = typed.trim();
  const rows = useStored(() => searchRows(search, may, maxOfKind), [search, may.verifications, may.packs], { keepPrevious: true });
  const groups = useMemo(() => {
    const own = (views ?? []).flatMap((view) => viewItem(view) ?? []).filter(({ screen }) => screen !== null && mayOpen(screen, held));
    const kept = [...fixed, ...own, ...(sites ?? []).map(siteItem), ...(portfolios ?? []).map(portfolioItem)];
    const found =
      search === '' || rows.value === undefined
        ? []
        : rankRows(search, [...rows.value.verifications.map(verificationItem), ...rows.value.packs.map(packItem)]);
    return paletteGroupsOf(search, [...rankFixed(search, kept), ...found]);
  }, [fixed, held, views, sites, portfolios, rows.value, search]);
  return { groups, loading: rows.state === 'loading' || sites === undefined || portfolios === undefined };
}
