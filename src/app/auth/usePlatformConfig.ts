import { useEffect, useSyncExternalStore } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { ConfigResponse } from '../../contracts/platformConfig.ts';
import { tenantSchema } from '../../contracts/session.ts';
import { z } from '../../contracts/zod.ts';

/**
 * The content of `/api/config`, needed before anybody is signed in. What the sign-in page shows offline (the tenant, where to find help)
 * is stored; none of it is personal.
 */
const rememberedSchema = z.object({ tenant: tenantSchema, supportUrl: z.string() });
type Remembered = z.infer<typeof rememberedSchema>;
const key = 'ukweli-door';

interface Door {
  readonly config: ConfigResponse | null;
  readonly problem: Problem | null;
  readonly remembered: Remembered | null;
}

let door: Door = { config: null, problem: null, remembered: null };
let asking: Promise<Result<ConfigResponse>> | null = null;
const listeners = new Set<() => void>();

function set(next: Door): void {
  door = next;
  for (const listener of listeners) listener();
}

function recall(): Remembered | null {
  try {
    const read = rememberedSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null; // storage is blocked, or contains another script's text
  }
}

/** Asks the platform again; simultaneous callers share one request. */
export function loadPlatformConfig(): Promise<Result<ConfigResponse>> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Result<ConfigResponse>> {
  const answer = await fetchApi('config');
  if (!answer.ok) {
    set({ ...door, problem: answer.problem });
    return answer;
  }
  const config = answer.value.value;
  const remembered = { tenant: config.tenant, supportUrl: config.supportUrl };
  try {
    localStorage.setItem(key, JSON.stringify(remembered));
  } catch {
    // Not stored: the sign-in page then shows less offline.
  }
  set({ config, problem: null, remembered });
  return { ok: true, value: config };
}

/** The platform's configuration as far as known; the first component that uses it triggers the request. */
export function usePlatformConfig(): Door {
  useEffect(() => {
    if (door.config !== null) return;
    if (door.remembered === null) set({ ...door, remembered: recall() });
    void loadPlatformConfig();
  }, []);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => door,
  );
}

/** URL for support; null until the platform has sent it once on this device. */
export function useSupportUrl(): string | null {
  return usePlatformConfig().remembered?.supportUrl ?? null;
}
