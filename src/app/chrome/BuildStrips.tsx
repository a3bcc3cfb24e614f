import { useSyncExternalStore } from 'react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { reloadForUpdate, updates } from '../update/updates.ts';

/** Another build than this page's is wanted or ready (D-30): a page meets that once in its life, and then a moment may pass before it is said. */
export function BuildStrips() {
  const { buildTooOld } = useHubStatus();
  const update = useSyncExternalStore(updates.listen, updates.get);
  return buildTooOld ? (
    <Banner
      strip
      tone="warn"
      lead="This version is too old for the platform."
      action={
        <Button size="sm" onClick={() => void reloadForUpdate()}>
          Reload
        </Button>
      }
    >
      Figures are still shown; changes are refused until you reload.
    </Banner>
  ) : (
    <Banner
      strip
      tone="info"
      lead="New version ready."
      action={
        <Button size="sm" busy={update === 'reloading'} busyText="Reloading..." onClick={() => void reloadForUpdate()}>
          Reload
        </Button>
      }
    >
      Reload when it suits you; every open tab takes it.
    </Banner>
  );
}
