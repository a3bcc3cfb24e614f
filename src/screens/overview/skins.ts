import type { SkinSpec } from './skin.ts';

/** The variants of the overview (C-23, I-8): the same slots over the same data as the standard one, with other layouts and headings. */
export const variants = {
  /** The older combined dashboard: all work items, one below the other. */
  older: {
    id: 'older',
    title: 'Combined Dashboard',
    words: { summary: 'KPIs', health: 'Health' },
    head: ['role'],
    wide: ['summary', 'strip', { columns: ['health', 'dgn'] }, { columns: ['pipeline', 'queue'] }, 'verifications'],
    phone: ['summary', 'healthRows', 'pipeline', 'queue', 'dgn', 'verifications', 'strip'],
  },
  /** Attention first, then the figures; no purely informative panels. */
  smart: {
    id: 'smart',
    title: 'Smart Overview',
    words: { summary: 'Key Metrics', health: 'System Status' },
    head: ['role'],
    wide: [{ columns: ['attentionList', 'quick'] }, 'summary', { columns: ['health', 'dgn'] }, 'activity'],
    phone: ['attentionList', 'summary', 'healthRows', 'quick', 'dgn', 'activity'],
  },
  /** The redesign: surfaces of one material, lit from the top left (LOOK, Skins). */
  morphic: {
    id: 'morphic',
    title: 'Morphic Overview',
    words: { summary: 'Executive Summary', health: 'System Health' },
    head: ['role', 'theme'],
    wide: ['attention', 'summary', { columns: ['health', 'activity'] }, { columns: ['quick', 'confidence'] }],
    phone: ['attention', 'summary', 'healthRows', 'quick', 'activity', 'confidence'],
  },
} as const satisfies Readonly<Record<Exclude<SkinSpec['id'], 'standard'>, SkinSpec>>;
