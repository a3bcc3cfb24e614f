import { PanelTopClose, RefreshCw } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/page/Notice.tsx';
import { reloadForUpdate } from './startUpdates.ts';

/**
 * Replaces every page while an incompatible newer version leads in another tab: data shown here would be outdated, and the page could not
 * be locked.
 */
export function Superseded() {
  return (
    <main id="main">
      <Notice
        icon={PanelTopClose}
        tone="warn"
        title="This tab has stopped"
        lead="A newer version of the console is open in another tab. This tab is inactive until you reload it. The other tab works, and unsent decisions are kept."
        actions={
          <Button kind="primary" icon={RefreshCw} onClick={reloadForUpdate}>
            Reload
          </Button>
        }
      />
    </main>
  );
}
