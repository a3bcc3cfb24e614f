import { useNewestData } from '../../bridge/useFreshness.ts';
import { useConnection, useHubStatus } from '../../bridge/useHubStatus.ts';
import { useServerNow } from '../../bridge/useServerNow.ts';
import { Glyph, type GlyphShape } from '../../ui/glyphs/Glyph.tsx';
import { useClockConfirmed, useZone } from '../../ui/time/clock.tsx';
import { connectionWords, type ConnectionWords } from './connectionWords.ts';

const shapes: Readonly<Record<ConnectionWords['look'], GlyphShape>> = {
  connected: 'live',
  slow: 'hourglass',
  trying: 'processing',
  offline: 'offline',
};

/** Connected or Disconnected, over which transport, and how old the newest data is (C-9). `line` is the phone's form. */
export function ConnectionIndicator({ form }: { readonly form: 'box' | 'line' }) {
  const connection = useConnection();
  const { answersTakeMs } = useHubStatus();
  const { look, lead, beside, age } = connectionWords(
    connection,
    useNewestData(),
    useServerNow(),
    useZone(),
    useClockConfirmed(),
    answersTakeMs,
  );
  return (
    <div className="app-conn" data-form={form} data-look={look} data-testid="connection">
      <Glyph shape={shapes[look]} />
      <span className="app-conn-lead">{lead}</span>
      {beside !== '' && <span className="app-conn-beside">{beside}</span>}
      {age !== '' && <span className="app-conn-age">{age}</span>}
    </div>
  );
}
