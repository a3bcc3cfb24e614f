import { usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readPortfolios } from '../../store/read.ts';

/** The portfolios as this device holds them. */
export function usePortfolios() {
  useWanted(['refinancePortfolios']);
  const stored = useStored(() => readPortfolios(), []);
  const portfolios = stored.value?.rows ?? [];
  return {
    portfolios,
    corrupt: stored.value?.corrupt ?? 0,
    ...usePanel('refinancePortfolios', stored, portfolios.length),
  };
}
