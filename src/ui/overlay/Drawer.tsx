import { Drawer as ChakraDrawer, Portal } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { agedAt } from '../status/claimMarks.ts';
import { FreshnessChip } from '../status/FreshnessChip.tsx';
import { Kit } from '../kit/Kit.tsx';
import { useWide } from './useMedia.ts';
import { besideOverlay } from './besideOverlay.ts';
import { focusable, leaveFocusTo, useFocusBack } from './focusBack.ts';
import './overlay.css';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Accessible name: 'Verification VRF-001244'. */
  readonly label: string;
  /** Id, title, badge, and the header buttons (previous, next, close). */
  readonly head: ReactNode;
  /** Age of the record: where the drawer covers the page, the page's own age and connection state are hidden (D-15). */
  readonly freshness: FreshnessState;
  readonly children: ReactNode;
  /** Stays at the bottom. */
  readonly actions?: ReactNode;
}

/** Layout of a list and its drawer: `<DrawerLayout><div>list</div><Drawer …/></DrawerLayout>`. */
export function DrawerLayout({ children }: { readonly children: ReactNode }) {
  return <div className="uk-drawer-layout">{children}</div>;
}

/**
 * Beside the page: no backdrop, no focus trap, the list stays usable. Escape closes; the focus moves in on opening and returns on
 * closing.
 */
function Pushed({ onClose, label, head, freshness, children, actions }: Omit<DrawerProps, 'open'>) {
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    aside.current?.focus({ preventScroll: true });
    if (aside.current !== null) leaveFocusTo(aside.current, () => focusable(before));
    return () => {
      focusable(before)?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes from anywhere inside
    <aside
      ref={aside}
      className="uk-drawer-push"
      data-at={agedAt(freshness)}
      aria-label={label}
      tabIndex={-1}
      style={{ outline: 0 }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <Head label={label} freshness={freshness}>
        {head}
      </Head>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className="uk-drawer-body" tabIndex={0} role="group" aria-label={`${label}, details`}>
        {children}
      </div>
      {actions !== undefined && <div className="uk-drawer-foot">{actions}</div>}
    </aside>
  );
}

function Head({
  label,
  freshness,
  children,
}: {
  readonly label: string;
  readonly freshness: FreshnessState;
  readonly children: ReactNode;
}) {
  return (
    <div className="uk-drawer-head">
      {children}
      <div className="uk-drawer-age">
        <FreshnessChip about={label} value={freshness} />
      </div>
    </div>
  );
}

/** Details of one record: beside the page at 1280 px and up, as an overlay below. */
export function Drawer({ open, onClose, label, head, freshness, children, actions }: DrawerProps) {
  const wide = useWide();
  const { content, setContent, focusBack } = useFocusBack(open && !wide);
  if (wide)
    return open ? (
      <Pushed onClose={onClose} label={label} head={head} freshness={freshness} actions={actions}>
        {children}
      </Pushed>
    ) : null;
  return (
    <Kit>
      <ChakraDrawer.Root
        open={open}
        onOpenChange={(change) => {
          if (!change.open) onClose();
        }}
        placement="end"
        onInteractOutside={besideOverlay}
        // Focus the panel itself, as in the wide layout: a focus ring on its first button would suggest that this is the main action.
        initialFocusEl={() => content.current}
        finalFocusEl={focusBack}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <ChakraDrawer.Backdrop />
          <ChakraDrawer.Positioner>
            <ChakraDrawer.Content ref={setContent} data-at={agedAt(freshness)} aria-label={label} style={{ outline: 0 }}>
              <Head label={label} freshness={freshness}>
                {head}
              </Head>
              <div className="uk-drawer-body">{children}</div>
              {actions !== undefined && <div className="uk-drawer-foot">{actions}</div>}
            </ChakraDrawer.Content>
          </ChakraDrawer.Positioner>
        </Portal>
      </ChakraDrawer.Root>
    </Kit>
  );
}
