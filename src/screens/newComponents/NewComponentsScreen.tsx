import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Column, Columns, Page, Stack } from '../../ui/page/Page.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { ControlsPanel, FieldsPanel, StatusPanel } from './ControlPanels.tsx';
import { ChartPanel, EvidencePanel, FigureCards, ListPanel, StepsPanel, TilesPanel } from './DataPanels.tsx';
import './newComponents.css';

const designs = [
  { value: 'morphic', label: 'Morphic Design' },
  { value: 'original', label: 'Original Design' },
] as const;

/** The design in which the sample components are drawn. */
export type Design = (typeof designs)[number]['value'];

/** Components of the redesign (I-1): the console's own components over sample data, to compare both designs. */
export function NewComponentsScreen({ design, onDesign }: { readonly design: Design; readonly onDesign: (design: Design) => void }) {
  return (
    <Page
      title="New Components"
      lead="The console's components, as every screen uses them"
      badge={<StatusBadge status="info">Sample data</StatusBadge>}
      actions={<SegmentedControl label="Design" value={design} options={designs} onChange={onDesign} />}
    >
      <Stack>
        {/* Charts read their colours once, so the key remounts them for another design. */}
        <FigureCards key={design} />
        <Columns>
          <Column span={6}>
            <ControlsPanel />
          </Column>
          <Column span={6}>
            <FieldsPanel />
          </Column>
        </Columns>
        <Columns>
          <Column span={7}>
            <TilesPanel />
          </Column>
          <Column span={5}>
            <StatusPanel />
          </Column>
        </Columns>
        <Columns>
          <Column span={7}>
            <ChartPanel key={design} />
          </Column>
          <Column span={5}>
            <StepsPanel />
          </Column>
        </Columns>
        <Columns>
          <Column span={6}>
            <ListPanel />
          </Column>
          <Column span={6}>
            <EvidencePanel />
          </Column>
        </Columns>
      </Stack>
    </Page>
  );
}
