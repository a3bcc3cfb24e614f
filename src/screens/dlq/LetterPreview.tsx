import { CornerUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { RecordLink } from '../../bridge/address/RecordLink.tsx';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { formatCount } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { BottomSheet } from '../../ui/overlay/BottomSheet.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { DrawerHead } from '../../ui/overlay/DrawerParts.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { useWide } from '../../ui/overlay/useMedia.ts';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Moments } from '../../ui/time/Moments.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { LetterPayload } from './LetterPayload.tsx';
import { Who } from '../../ui/text/Who.tsx';

interface LetterPreviewProps {
  readonly letter: DeadLetter | null;
  readonly freshness: FreshnessState;
  readonly onClose: () => void;
  readonly onPromote: (letter: DeadLetter) => void;
  /** Why it cannot be promoted now; null if it can. */
  readonly disabledReason: string | null;
}

/**
 * One dead letter in full, its payload with personal data redacted (D-24): beside the list on wide screens, as a bottom sheet on narrow
 * ones.
 */
export function LetterPreview({ letter, freshness, onClose, onPromote, disabledReason }: LetterPreviewProps) {
  const wide = useWide();
  if (letter === null) return null;
  const promote = (
    <Button
      kind="primary"
      size={wide ? 'md' : 'touch'}
      icon={CornerUpRight}
      onClick={() => onPromote(letter)}
      {...(disabledReason !== null && { disabledReason: disabledReason })}
    >
      Promote {letter.itemId}
    </Button>
  );
  if (!wide)
    return (
      <BottomSheet
        open
        inAddress
        onClose={onClose}
        title={letter.itemId}
        description={letter.errorCode}
        note={disabledReason}
        actions={promote}
      >
        <div className="uk-drawer-age dlq-sheet-age">
          <FreshnessChip value={freshness} />
        </div>
        <Details letter={letter} />
      </BottomSheet>
    );
  return (
    <Drawer
      open
      onClose={onClose}
      label={`Dead letter ${letter.itemId}`}
      freshness={freshness}
      head={<DrawerHead code={letter.itemId} title={<span className="uk-mono dlq-code">{letter.errorCode}</span>} onClose={onClose} />}
      actions={
        <>
          {promote}
          {disabledReason !== null && <span className="uk-fg2 dlq-barred">{disabledReason}</span>}
        </>
      }
    >
      <Details letter={letter} />
    </Drawer>
  );
}

const aboutNames = { payment: 'Payment', verification: 'Verification' } as const;

function Details({ letter }: { readonly letter: DeadLetter }) {
  const items: readonly { readonly key: string; readonly value: ReactNode }[] = [
    ...(letter.about === undefined
      ? []
      : [{ key: aboutNames[letter.about.kind], value: <RecordLink kind={letter.about.kind} id={letter.about.id} /> }]),
    { key: 'Failed', value: <Time at={letter.failedAt} as="dateTime" zone /> },
    { key: 'Retries', value: formatCount(letter.retryCount) },
    ...(letter.promoted === undefined
      ? []
      : [
          {
            key: 'Last promoted',
            value: (
              <>
                by <Who name={letter.promoted.by} id={letter.promoted.byId} />,{' '}
                <Moments at={letter.promoted.at} decidedAt={letter.promoted.decidedAt} as="dateTime" />
              </>
            ),
          },
        ]),
    { key: 'Correlation ID', value: <HashText value={letter.correlationId} label="Correlation ID" /> },
    { key: 'Version', value: letter.version === undefined ? 'Not reported' : formatCount(letter.version) },
  ];
  return (
    <div className="dlq-details">
      <p>{letter.errorMessage}</p>
      <KeyValueList items={items} />
      {/* The key drops a full payload when the version changes. */}
      <LetterPayload key={`${letter.itemId}@${letter.version ?? ''}`} letter={letter} />
    </div>
  );
}
