import { Download } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { csvOf } from '../../domain/exports/csv.ts';
import { column } from '../../domain/exports/sheet.ts';
import { saveFile } from '../../ui/controls/saveFile.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { StepList } from '../../ui/evidence/StepList.tsx';
import { VerdictPanel } from '../../ui/evidence/VerdictPanel.tsx';
import { KpiCard } from '../../ui/panel/KpiCard.tsx';
import { Meter } from '../../ui/panel/Meter.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Tile, TileBox, TileRow } from '../../ui/panel/Tile.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import {
  sampleClaim,
  sampleFigures,
  sampleLag,
  sampleNow,
  sampleNumbers,
  samplePaid,
  sampleSites,
  sampleSteps,
  sampleVerdict,
} from './sampleFigures.ts';
import { sampleYes } from '../../domain/claims/sample.ts';

const freshness = { kind: 'asOf', at: sampleNow } as const;
const minutes = (value: number) => `${value.toFixed(1)} min`;

/** One figure with its state, its basis and its history. */
export function FigureCards() {
  return (
    <div className="uk-kpis">
      {sampleFigures.map(({ state, line: { hotAbove, ...line }, ...figure }) => (
        <KpiCard
          key={figure.title}
          {...figure}
          badge={<StatusBadge status={state.status}>{state.word}</StatusBadge>}
          chart={<Sparkline {...line} {...(hotAbove !== undefined && { tone: 'warn', limit: hotAbove, limitHot: true })} />}
          freshness={freshness}
        />
      ))}
    </div>
  );
}

/** Tiles, a strip of figures and a meter. */
export function TilesPanel() {
  const { thousands, of: due } = samplePaid;
  return (
    <Panel title="Tiles and strips" freshness={freshness}>
      <TileRow>
        <TileBox>
          <Tile
            title="Health"
            badge={<StatusBadge status={sampleYes('sample', 'Healthy')}>Healthy</StatusBadge>}
            value="4"
            unit=" of 4"
            note="components healthy"
          />
        </TileBox>
        <TileBox>
          <Tile
            title="Pipeline"
            badge={<StatusBadge status="bad">Breach</StatusBadge>}
            value="1"
            unit=" alert"
            note={`Decision lag ${minutes(sampleLag.nowMinutes)}`}
          />
        </TileBox>
        <TileBox>
          <Tile title="Finance" prefix="KES" value={`${thousands}k`} note={`of ${due}k this month`}>
            <Meter value={thousands} max={due} label={`${thousands}k of ${due}k paid`} />
          </Tile>
        </TileBox>
      </TileRow>
      <NumberStrip items={sampleNumbers} />
    </Panel>
  );
}

/** A series against its limit. */
export function ChartPanel() {
  const { points, limitMinutes } = sampleLag;
  return (
    <Panel title="Decision Service lag" freshness={freshness} pad>
      <Chart
        title="Decision Service lag"
        points={points}
        tone="bad"
        format={minutes}
        limit={{ value: limitMinutes, label: `SLO ${limitMinutes} min` }}
        fromZero
        named
        height={168}
      />
    </Panel>
  );
}

/** The steps of a run. */
export function StepsPanel() {
  return (
    <Panel title="Steps" pad>
      <StepList steps={sampleSteps} />
    </Panel>
  );
}

const siteColumns = [
  column<(typeof sampleSites)[number]>('id', 'site', ({ id }) => id),
  column<(typeof sampleSites)[number]>('name', 'name', ({ name }) => name),
  column<(typeof sampleSites)[number]>('savedTonnes', 'tonnes', ({ savedTonnes }) => savedTonnes),
];

/** A small table that can be exported like any other. */
export function ListPanel() {
  const save = () => {
    saveFile('sample-sites.csv', new Blob([csvOf(siteColumns, sampleSites)], { type: 'text/csv' }));
  };
  return (
    <Panel
      title="Sample sites"
      footer={
        <Button size="sm" kind="ghost" icon={Download} onClick={save}>
          Save as CSV
        </Button>
      }
    >
      <PlainTable
        label="Sample sites"
        edgeless
        stacksUnder="site"
        heads={[
          { id: 'site', label: 'Site' },
          { id: 'saved', label: 'Saved, t CO2e', align: 'end' },
          { id: 'state', label: 'State' },
        ]}
        rows={sampleSites.map(({ id, name, savedTonnes, state }) => ({
          id,
          cells: [
            name,
            savedTonnes.toFixed(1),
            <StatusBadge key="state" status={state === 'verified' ? sampleYes(id, 'Verified') : state}>
              {state === 'verified' ? 'Verified' : 'Pending'}
            </StatusBadge>,
          ],
        }))}
      />
    </Panel>
  );
}

/** A verdict of three independent parts (D-8). */
export function EvidencePanel() {
  return (
    <Panel title="Verdict" pad>
      <VerdictPanel claim={sampleClaim} summary="Sample pack, checked on this device" parts={sampleVerdict} />
    </Panel>
  );
}
