import { useMemo } from 'react';
import { obstacleTo, type SubjectOf } from '../../domain/commands/commands.ts';
import type { Obstacle } from '../../domain/commands/obstacleLabels.ts';
import type { Asked } from '../../domain/commands/row.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { usePerson } from './useMay.ts';
import { useOutbox } from './useOutbox.ts';

/**
 * Judges a command as outbox and platform will, with what this device knows: what waits here, the person's rights, and the subject as it
 * is shown. Null if nothing stands against it, or if nobody is signed in.
 */
export function useObstacle(): <C extends Asked>(asked: C, subject: SubjectOf<C['kind']>) => Obstacle | null {
  const person = usePerson();
  const outbox = useOutbox();
  const waiting = useMemo(() => outbox.filter(isUnsent).map(({ command }) => command), [outbox]);
  return (asked, subject) => (person === null ? null : obstacleTo(asked, { waiting, subject, person }));
}
