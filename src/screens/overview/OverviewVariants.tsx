import { OverviewPage, type Slots } from './OverviewScreen.tsx';
import { variants } from './skins.ts';
import { AttentionList, ConfidenceWithToast, PipelineTable, QueueTable, RecentVerifications } from './variantSlots.tsx';
import './variants.css';

/** Slots that the standard overview does not have. */
const moreSlots: Slots = { attentionList: AttentionList, pipeline: PipelineTable, queue: QueueTable, verifications: RecentVerifications };
const morphicSlots: Slots = { ...moreSlots, confidence: ConfidenceWithToast };

/** `/dashboard-old`: the older combined dashboard (C-23). */
export function OlderOverviewScreen() {
  return <OverviewPage skin={variants.older} slots={moreSlots} />;
}

/** `/dashboard-smart` (I-8). */
export function SmartOverviewScreen() {
  return <OverviewPage skin={variants.smart} slots={moreSlots} />;
}

/** `/dashboard-morphic` (I-8). */
export function MorphicOverviewScreen() {
  return <OverviewPage skin={variants.morphic} slots={morphicSlots} />;
}
