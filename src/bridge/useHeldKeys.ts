import { useMemo } from 'react';
import type { HeldKeys } from '../contracts/verdict.ts';
import { readKeys, readSync } from '../store/read.ts';
import { useStored } from './useStored.ts';

/** The signing keys that this device holds of the platform, and since when. */
export async function heldKeys(): Promise<HeldKeys> {
  const [{ rows }, sync] = await Promise.all([readKeys(), readSync('jwks')]);
  const at = sync?.lastSuccessAt ?? null;
  return { keys: rows, fetchedAt: at === null ? null : new Date(at).toISOString() };
}

/** The signing keys that this device holds, and since when; null until they were read. Nothing is fetched here: the hub keeps the set (C-82). */
export function useHeldKeys(): HeldKeys | null {
  const stored = useStored(async () => ({ keys: (await readKeys()).rows, sync: await readSync('jwks') }), []);
  const { value } = stored;
  return useMemo(() => {
    if (value === undefined) return null;
    const at = value.sync?.lastSuccessAt ?? null;
    return { keys: value.keys, fetchedAt: at === null ? null : new Date(at).toISOString() };
  }, [value]);
}
