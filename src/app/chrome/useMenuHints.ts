import { useFreshness } from '../../bridge/reads/useFreshness.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { readComponents, readDeadLetters, readStages, readSync } from '../../store/read.ts';
import { type MenuHints, menuHints } from './menuHints.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import type { SyncRow } from '../../store/types.ts';

/** The menus' hints from rows that are stored anyway, without fetches of their own. */
export function useMenuHints(): MenuHints {
  const stored = useStored(readFacts, []);
  const stale = {
    verifications: isLost(useFreshness('verifications')),
    evidence: isLost(useFreshness('evidence')),
    pipeline: isLost(useFreshness('pipeline')),
    dlq: isLost(useFreshness('dlq')),
    health: isLost(useFreshness('health')),
  };
  return stored.value === undefined ? {} : menuHints({ ...stored.value, stale });
}

/** Damaged rows that were set aside, plus rows that the platform sent damaged. */
const setAside = (sync: SyncRow | null | undefined): number => (sync?.unread ?? 0) + (sync?.cameDamaged?.length ?? 0);

async function readFacts() {
  const [stages, components, deadLetters, verifications, evidence, ...answers] = await Promise.all([
    readStages(),
    readComponents(),
    readDeadLetters(),
    readSync('verifications'),
    readSync('evidence'),
    readSync('dlq'),
    readSync('pipeline'),
    readSync('health'),
  ]);
  // Rows stored before any answer was complete would give a guess.
  const [dlq, pipeline, health] = answers.map((sync) => sync?.lastSuccessAt != null);
  return {
    verifications: verifications?.totalCount ?? undefined,
    packs: evidence?.totalCount ?? undefined,
    deadLetters: dlq ? deadLetters.rows.length : undefined,
    stages: pipeline && stages.rows.length > 0 ? stages.rows : undefined,
    unread: { dlq: deadLetters.corrupt + setAside(answers[0]), health: components.corrupt + setAside(answers[2]) },
    components: health && components.rows.length > 0 ? components.rows : undefined,
  };
}
