import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';

/** Registry of the ages of all figures on the wall, so that its frame can summarise them in one line. */
interface Figures {
  readonly tell: (id: string, value: FreshnessState | null) => void;
  readonly listen: (listener: () => void) => () => void;
  readonly get: () => readonly FreshnessState[];
}

function createFigures(): Figures {
  const held = new Map<string, FreshnessState>();
  const listeners = new Set<() => void>();
  let snapshot: readonly FreshnessState[] = [];
  return {
    tell: (id, value) => {
      if (value === null) held.delete(id);
      else held.set(id, value);
      snapshot = [...held.values()];
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => snapshot,
  };
}

const FiguresContext = createContext<Figures>(createFigures());

/** Collects the ages of the figures drawn inside it. */
export function FiguresProvider({ children }: { readonly children: ReactNode }) {
  const [figures] = useState(createFigures);
  return <FiguresContext.Provider value={figures}>{children}</FiguresContext.Provider>;
}

/** Registers a figure while it is shown. */
export function useFigure(id: string, value: FreshnessState): void {
  const figures = useContext(FiguresContext);
  const at = value.kind === 'never' ? 0 : value.at;
  const { kind } = value;
  useEffect(
    () => figures.tell(id, kind === 'never' ? { kind } : kind === 'halted' ? { kind, at, by: '' } : { kind, at }),
    [figures, id, kind, at],
  );
  useEffect(() => () => figures.tell(id, null), [figures, id]);
}

/** Summary of all shown figures: their number by freshness, and the oldest time. Null if none is shown. */
export interface FiguresView {
  readonly count: number;
  /** Number of figures that are not live. */
  readonly aged: number;
  readonly stale: number;
  /** Number of figures of work halted by the kill switch. */
  readonly halted: number;
  /** Epoch milliseconds; null if nothing was ever fetched. */
  readonly oldestAt: number | null;
}

/** Renders again when a figure appears, ages or goes. */
export function useFigures(): FiguresView | null {
  const figures = useContext(FiguresContext);
  const all = useSyncExternalStore(figures.listen, figures.get);
  return useMemo(() => {
    if (all.length === 0) return null;
    const moments = all.flatMap((one) => (one.kind === 'never' ? [] : [one.at]));
    return {
      count: all.length,
      aged: all.filter(({ kind }) => kind !== 'live').length,
      stale: all.filter(({ kind }) => kind === 'stale' || kind === 'never').length,
      halted: all.filter(({ kind }) => kind === 'halted').length,
      oldestAt: moments.length === 0 ? null : Math.min(...moments),
    };
  }, [all]);
}
