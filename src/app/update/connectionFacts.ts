import type { ConnectionStatus, Transport } from '../../contracts/rpc.ts';
import { plural } from '../../domain/format.ts';
import { linkConnected } from '../../domain/claims/link.ts';

/** What a choice means, and the present transport if it is another one. */
export function waysLabels(start: Transport, connection: ConnectionStatus): string {
  const rule = 'If this type does not work, the next one is used and this one is tried again.';
  const { answer, word } = linkConnected('platform', { connection, slow: false, gone: false });
  return answer === 'yes' && connection.transport !== start ? `${word} now. ${rule}` : rule;
}

/** How many events full buffers dropped since the hub started, by topic, largest first (D-12); null while none were. */
export function droppedLabels(dropped: Readonly<Record<string, number>>): string | null {
  const topics = Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  if (topics.length === 0) return null;
  const all = topics.reduce((sum, [, count]) => sum + count, 0);
  const by = topics.map(([topic, count]) => `${topic} ${count}`).join(', ');
  return `${plural(all, 'event')} came faster than the buffers hold (${by}). What they changed was fetched; the record has a gap.`;
}
