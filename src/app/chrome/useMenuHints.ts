import { useFreshness } from '../../bridge/useFreshness.ts';
import { useStored } from '../../bridge/useStored.ts';
import { readComponents, readDeadLetters, readStages, readSync } from '../../store/read.ts';
import { type MenuHints, menuHints } from './menuHints.ts';

/** The menus' hints from what the device holds: rows that are there anyway, no fetch of their own. */
export function useMenuHints(): MenuHints {
  const stored = useStored(readFacts, []);
  const stale = {
    pipeline: useFreshness('pipeline').kind === 'stale',
    dlq: useFreshness('dlq').kind === 'stale',
    health: useFreshness('health').kind === 'stale',
  };
  return stored.value === undefined ? {} : menuHints({ ...stored.value, stale });
}

async function readFacts() {
  const [stages, components, deadLetters, verifications, evidence, dlq] = await Promise.all([
    readStages(),
    readComponents(),
    readDeadLetters(),
    readSync('verifications'),
    readSync('evidence'),
    readSync('dlq'),
  ]);
  return {
    verifications: verifications?.totalCount ?? undefined,
    packs: evidence?.totalCount ?? undefined,
    // Rows that are held without ever an answer would be a guess.
    deadLetters: dlq?.lastSuccessAt == null ? undefined : deadLetters.rows.length,
    stages: stages.rows.length === 0 ? undefined : stages.rows,
    components: components.rows.length === 0 ? undefined : components.rows,
  };
}
