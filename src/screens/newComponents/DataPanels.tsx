import { Download } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
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
import { sampleNow, sampleSeries } from './sampleSeries.ts';

const freshness = { kind: 'asOf', at: sampleNow } as const;
const accuracy = sampleSeries(98.4, 0.4);
const latency = sampleSeries(2.3, 0.5);
const automation = sampleSeries(94.1, 0.6);
const letters = sampleSeries(1, 0.4, 2);
const lag = sampleSeries(3.4, 0.7, 9);

/** One figure with its state, its basis and its history. */
export function FigureCards() {
  return (
    <div className="uk-kpis">
      <KpiCard
        title="Verification Accuracy"
        value="98.5"
        unit="%"
        basis="1,228 of 1,247 verified"
        badge={<StatusBadge status="ok">On target</StatusBadge>}
        trend={{ direction: 'up', text: '0.6%', tone: 'ok' }}
        chart={<Sparkline points={accuracy} label="Accuracy over an hour" />}
        limit="Limit 95.00%"
        freshness={freshness}
      />
      <KpiCard
        title="Avg Latency"
        value="2.3"
        unit="s"
        basis="p50 2.3 s · p95 5.8 s"
        badge={<StatusBadge status="ok">On target</StatusBadge>}
        trend={{ direction: 'down', text: '4.2%', tone: 'ok' }}
        chart={<Sparkline points={latency} label="Latency over an hour" />}
        limit="Limit p95 24 h"
        freshness={freshness}
      />
      <KpiCard
        title="Automation Rate"
        value="94.2"
        unit="%"
        basis="5.8% manual review"
        badge={<StatusBadge status="ok">On target</StatusBadge>}
        trend={{ direction: 'stable', text: '0.1%', tone: 'none' }}
        chart={<Sparkline points={automation} label="Automation over an hour" />}
        limit="Limit 90.00%"
        freshness={freshness}
      />
      <KpiCard
        title="DLQ Items"
        value="3"
        basis="Newest failed 14:12"
        badge={<StatusBadge status="warn">Breach in 48 min</StatusBadge>}
        trend={{ direction: 'up', text: '200%', tone: 'warn' }}
        chart={<Sparkline points={letters} tone="warn" limit={5} limitHot label="Dead letters over an hour" />}
        limit="Limit 5 items"
        freshness={freshness}
      />
    </div>
  );
}

/** Tiles, a strip of figures and a meter. */
export function TilesPanel() {
  return (
    <Panel title="Tiles and strips" freshness={freshness}>
      <TileRow>
        <TileBox>
          <Tile title="Health" badge={<StatusBadge status="ok">Healthy</StatusBadge>} value="4" unit=" of 4" note="components healthy" />
        </TileBox>
        <TileBox>
          <Tile
            title="Pipeline"
            badge={<StatusBadge status="bad">Breach</StatusBadge>}
            value="1"
            unit=" alert"
            note="Decision lag 12.4 min"
          />
        </TileBox>
        <TileBox>
          <Tile title="Finance" prefix="KES" value="22k" note="of 40k this month">
            <Meter value={22} max={40} label="22k of 40k paid" />
          </Tile>
        </TileBox>
      </TileRow>
      <NumberStrip
        items={[
          { value: '1,247', label: 'verifications' },
          { value: '214', label: 'packs' },
          { value: '12', label: 'schools' },
        ]}
      />
    </Panel>
  );
}

/** A series against its limit. */
export function ChartPanel() {
  return (
    <Panel title="Decision Service lag" freshness={freshness} pad>
      <Chart
        title="Decision Service lag"
        points={lag}
        tone="bad"
        format={(value) => `${value.toFixed(1)} min`}
        limit={{ value: 5, label: 'SLO 5 min' }}
        fromZero
        named
        height={168}
      />
    </Panel>
  );
}

/** A run, step by step. */
export function StepsPanel() {
  return (
    <Panel title="Steps" pad>
      <StepList
        steps={[
          { id: 'parse', title: 'Read the manifest', detail: '6 files, 4.2 MB', state: 'success', when: '14:24:01' },
          { id: 'hash', title: 'Hash the files', detail: '4 of 6', state: 'in_progress', progress: 0.66 },
          { id: 'sign', title: 'Check the signature', state: 'pending' },
        ]}
      />
    </Panel>
  );
}

const sites = [
  { id: 'KE-KMB-004', name: 'Kiambu Township Secondary', saved: 12.4, state: 'ok' },
  { id: 'KE-NKR-009', name: 'Nakuru West Girls’', saved: 9.8, state: 'ok' },
  { id: 'KE-KLF-011', name: 'Kilifi Baobab Secondary', saved: 7.1, state: 'pending' },
] as const;

/** A small table, which can be taken away like every other. */
export function ListPanel() {
  const save = () => {
    const lines = ['site,name,tonnes', ...sites.map(({ id, name, saved }) => `${id},${name},${saved}`)];
    saveFile('sample-sites.csv', new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' }));
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
        rows={sites.map(({ id, name, saved, state }) => ({
          id,
          cells: [
            name,
            saved.toFixed(1),
            <StatusBadge key="state" status={state}>
              {state === 'ok' ? 'Verified' : 'Pending'}
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
      <VerdictPanel
        tone="ok"
        word="Verified"
        summary="Sample pack, checked on this device"
        parts={[
          { id: 'intact', title: 'Intact', state: 'passed', proof: 'The manifest hash holds.' },
          { id: 'signed', title: 'Signed by a trusted key', state: 'passed', proof: 'RS256, key sample-1.' },
          { id: 'files', title: 'Files match', state: 'not_checkable', proof: 'Available when online' },
        ]}
      />
    </Panel>
  );
}
