import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import type { AuditRecord } from '../../contracts/audit.ts';
import { auditActLabels, auditFromLabels, auditSumOf, auditSumLabels } from '../../domain/auditLabels.ts';
import { checkLink, type LinkCheck } from '../../domain/records/chainLabels.ts';
import { formatCount } from '../../domain/format.ts';
import { formatSeconds } from '../../domain/formatTime.ts';
import { areApart } from '../../domain/moments.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyLink } from '../../ui/controls/CopyLink.tsx';
import { CheckLine } from '../../ui/evidence/CheckLine.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { type Neighbours, RecordDrawer } from '../../ui/overlay/RecordDrawer.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { AuditChecker } from './auditChecker.ts';
import { OutcomeBadge } from './AuditTable.tsx';
import { decidedAtOf, detailsOf } from './model.ts';
import { useAuditRecord } from './queries.ts';

interface AuditDrawerProps {
  readonly place: number;
  readonly checker: AuditChecker;
  readonly freshness: FreshnessState;
  readonly neighbours: Neighbours;
  readonly onOpen: (place: number) => void;
  readonly onClose: () => void;
}

/** One line in full: who, what, target, when, from where, and its links in the chain. */
export function AuditDrawer({ place, checker, freshness, neighbours, onOpen, onClose }: AuditDrawerProps) {
  const { loading, record, previous, next } = useAuditRecord(place);
  const link = useLinkCheck(record, previous, next, checker);
  return (
    <RecordDrawer
      what="Line"
      id={String(place)}
      name={`Line ${formatCount(place)}`}
      record={record}
      loading={loading}
      freshness={freshness}
      title={({ action }) => auditActLabels(action)}
      badge={({ chainIndex, outcome }) => <OutcomeBadge chainIndex={chainIndex} outcome={outcome} />}
      neighbours={neighbours}
      onOpen={(id) => onOpen(Number(id))}
      onClose={onClose}
      actions={() => (
        <>
          <Button icon={RefreshCw} onClick={link.recompute}>
            Recompute hash
          </Button>
          <span className="uk-sp" />
          <CopyLink id={String(place)} />
        </>
      )}
    >
      {(line) => (
        <>
          <DrawerPart title="What happened">
            <KeyValueList items={factsOf(line)} />
          </DrawerPart>
          {detailsOf(line).length > 0 && (
            <DrawerPart title="Details">
              <KeyValueList
                items={detailsOf(line).map(({ name, value }) => ({ key: name, value: <span className="audit-value">{value}</span> }))}
              />
            </DrawerPart>
          )}
          <DrawerPart title="Chain">
            <CheckLine about={`line ${place}`} check={link.check} at={link.at} />
            <div className="audit-hashes">
              <KeyValueList
                items={[
                  { key: 'This line', value: <HashText value={line.hash} cut={16} label="hash of this line" /> },
                  {
                    key: line.chainIndex === 0 ? 'Start of the chain' : `Line ${formatCount(line.chainIndex - 1)}, before it`,
                    value: <HashText value={line.prevHash} cut={16} label="hash of the line before" />,
                  },
                ]}
              />
            </div>
          </DrawerPart>
        </>
      )}
    </RecordDrawer>
  );
}

function factsOf(line: AuditRecord) {
  const decidedAt = decidedAtOf(line);
  return [
    // The line seals both moments (D-56); one is shown if they differ only by the time of transmission.
    ...(areApart(decidedAt, line.at)
      ? [
          {
            key: line.action === 'incident.note' ? 'Written' : 'Decided',
            value: (
              <span>
                <LineTime at={decidedAt} /> on the device
              </span>
            ),
          },
          { key: 'Received', value: <LineTime at={line.at} /> },
        ]
      : [{ key: auditSumOf(line) === null ? 'When' : 'Recorded', value: <LineTime at={line.at} /> }]),
    ...(auditSumOf(line) === null ? [] : [{ key: 'Repeated', value: <SumOf line={line} /> }]),
    {
      key: 'Who',
      value: (
        <span className="audit-value">
          {line.actorName}
          {line.actorId !== null && <span className="uk-mono uk-fg2"> {line.actorId}</span>}
        </span>
      ),
    },
    { key: 'Action', value: <span className="uk-mono audit-value">{line.action}</span> },
    { key: 'Target', value: <span className="uk-mono audit-value">{line.target}</span> },
    {
      key: 'From',
      value: line.ip === null ? <span className="uk-fg3">{auditFromLabels(line)}</span> : <span className="uk-mono">{line.ip}</span>,
    },
    { key: 'Correlation ID', value: <HashText value={line.correlationId} cut={16} label="Correlation ID" /> },
  ];
}

/** Summary of a line that covers many attempts, in the tenant's time zone. The line's own time above names the zone. */
function SumOf({ line }: { readonly line: AuditRecord }) {
  const zone = useZone();
  return <span>{auditSumLabels(line, (iso) => formatSeconds(Date.parse(iso), zone))}</span>;
}

function LineTime({ at }: Pick<AuditRecord, 'at'>) {
  return (
    <span>
      <Time at={at} as="date" beside="server" />, <Time at={at} as="seconds" beside="server" zone />
    </span>
  );
}

const tiedOf = (record: AuditRecord | undefined) =>
  record === undefined ? undefined : { chainIndex: record.chainIndex, prevHash: record.prevHash, seal: record.hash };

/** Recomputes the hash of the line when it or a neighbour changes, and on demand. */
function useLinkCheck(
  record: AuditRecord | null,
  previous: AuditRecord | undefined,
  after: AuditRecord | undefined,
  checker: AuditChecker,
) {
  const [result, setResult] = useState<{ readonly check: LinkCheck; readonly at: number } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const tied = tiedOf(record ?? undefined);
    if (record === null || tied === undefined) return;
    let current = true;
    void checker.hash(record).then((hash) => {
      if (current) setResult({ check: checkLink(tied, hash, tiedOf(previous), tiedOf(after)), at: serverNow() });
    });
    return () => {
      current = false;
    };
  }, [record, previous, after, checker, round]);
  const recompute = () => {
    setResult(null);
    setRound((before) => before + 1);
    announce('Hash recomputed');
  };
  return { check: result?.check ?? null, at: result?.at ?? null, recompute };
}
