import type { HubMessage } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';

/** Kinds of rows that may be removed to free space, singular and plural; the store defines their order (src/store/freeing.ts). */
const names = {
  setAside: ['damaged row', 'damaged rows'],
  segments: ['part of the event record', 'parts of the event record'],
  series: ['trend', 'trends'],
  manifests: ['manifest', 'manifests'],
  packs: ['evidence pack', 'evidence packs'],
  auditRecords: ['line of the audit record', 'lines of the audit record'],
  activities: ['activity', 'activities'],
  notifications: ['notification', 'notifications'],
  chain: ['link of the verification chain', 'links of the verification chain'],
  verifications: ['verification', 'verifications'],
} as const;
export type Freeable = keyof typeof names;

/** Notice for the user after rows were removed from the device to free space (F-16). */
export function roomMadeNotice(freed: ReadonlyMap<Freeable, number>): HubMessage & { readonly kind: 'notice' } {
  const named = [...freed].map(([kind, count]) => {
    const [one, many] = names[kind];
    return plural(count, one, many);
  });
  return {
    kind: 'notice',
    level: 'warning',
    title: 'Storage was freed on this device',
    text: `The browser’s storage limit is reached. Removed here, oldest first: ${named.join(', ')}. They are fetched again when there is space. Unsent decisions are kept.`,
  };
}
