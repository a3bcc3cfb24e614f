import { useNewestData } from '../../bridge/reads/useFreshness.ts';
import { useConnection, useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import { linkConnected } from '../../domain/claims/link.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { claimMarks } from '../../ui/status/claimMarks.ts';
import { useClockConfirmed, useZone } from '../../ui/time/clock.tsx';
import { connectionLabels } from './connectionLabels.ts';

/** Connected or Disconnected, the transport, and the age of the newest data (C-9). `line` is the phone's form. */
export function ConnectionIndicator({ form }: { readonly form: 'box' | 'line' }) {
  const connection = useConnection();
  const { answersTakeMs } = useHubStatus();
  const { look, lead, beside, age } = connectionLabels(
    connection,
    useNewestData(),
    useServerNow(),
    useZone(),
    useClockConfirmed(),
    answersTakeMs,
  );
  const claim = linkConnected('platform', { connection, slow: look === 'slow', gone: look === 'offline' });
  return (
    <div className="app-conn" data-form={form} data-look={look} data-testid="connection" {...claimMarks(claim)}>
      <Glyph shape={claim} />
      <span className="app-conn-lead">{lead}</span>
      {beside !== '' && <span className="app-conn-beside">{beside}</span>}
      {age !== '' && <span className="app-conn-age">{age}</span>}
    </div>
  );
}
