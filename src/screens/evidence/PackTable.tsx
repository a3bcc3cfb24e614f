import { FileCheck, Lock, LockOpen, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { EvidencePack, WormStatus } from '../../contracts/evidence.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { formatBytes, formatCount, plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import { recordDecided, wormLocked } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { claimMarks } from '../../ui/status/claimMarks.ts';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { OrderInAddress } from '../../ui/table/keptOrder.ts';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';

const wormIcons = { locked: Lock, unlocked: LockOpen, error: TriangleAlert } as const;

/** The evidence lock (WORM): icon and word, never colour alone. */
export function Worm({ about, status }: { readonly about: string; readonly status: WormStatus }) {
  const Icon = wormIcons[status];
  const claim = wormLocked(about, status);
  return (
    <span className="evidence-worm" data-worm={status} {...claimMarks(claim)}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {claim.word}
    </span>
  );
}

/** The platform's decision on the pack; it says nothing about a check on this device. */
export function PackStatus({ pack }: { readonly pack: EvidencePack }) {
  return <ClaimBadge claim={recordDecided(pack.packId, pack.status)} />;
}

/** The document's columns (C-24), plus files, size and lock as in its pictures. */
function columnsWith(onOpen: (packId: string) => void): readonly Column<EvidencePack>[] {
  return [
    {
      id: 'packId',
      header: 'Pack ID',
      width: 108,
      priority: 1,
      sortValue: ({ packId }) => packId,
      cell: ({ packId }) => <span className="uk-mono">{packId}</span>,
    },
    {
      id: 'site',
      header: 'Site',
      width: 190,
      grow: 2,
      priority: 1,
      sortValue: ({ siteName }) => siteName,
      cell: ({ siteName }) => <span className="uk-clip evidence-site">{siteName}</span>,
    },
    {
      id: 'code',
      header: 'Site code',
      width: 130,
      grow: 1,
      priority: 5,
      sortValue: ({ siteCode }) => siteCode,
      cell: ({ siteCode }) => <span className="uk-mono uk-fg2">{siteCode}</span>,
    },
    {
      id: 'at',
      header: 'Timestamp',
      width: 136,
      align: 'end',
      priority: 2,
      descFirst: true,
      sortValue: ({ timestamp }) => timestamp,
      cell: ({ timestamp }) => <Time at={timestamp} as="dayTime" inRow />,
    },
    {
      id: 'files',
      header: 'Files',
      width: 76,
      align: 'end',
      priority: 4,
      descFirst: true,
      sortValue: ({ fileCount }) => fileCount,
      cell: ({ fileCount }) => formatCount(fileCount),
    },
    {
      id: 'size',
      header: 'Size',
      width: 96,
      align: 'end',
      priority: 4,
      descFirst: true,
      sortValue: ({ totalBytes }) => totalBytes,
      cell: ({ totalBytes }) => formatBytes(totalBytes),
    },
    {
      id: 'status',
      header: 'Status',
      width: 124,
      priority: 1,
      sortValue: ({ status }) => status,
      cell: (pack) => <PackStatus pack={pack} />,
    },
    {
      id: 'worm',
      header: 'WORM',
      width: 110,
      priority: 3,
      sortValue: ({ wormStatus }) => wormStatus,
      cell: ({ packId, wormStatus }) => <Worm about={packId} status={wormStatus} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 112,
      align: 'end',
      priority: 1,
      cell: ({ packId }) => (
        <Button size="sm" icon={ShieldCheck} aria-label={`Verify ${packId}`} onClick={() => onOpen(packId)}>
          Verify
        </Button>
      ),
    },
  ];
}

/** Newest first unless the user chose another order. */
const tableWith = (onOpen: (packId: string) => void): TableOf<EvidencePack> => ({
  label: 'Evidence packs',
  columns: columnsWith(onOpen),
  usual: { id: 'at', desc: true },
  rowId: ({ packId }) => packId,
  rowName: ({ packId }) => `pack ${packId}`,
  card: (pack) => ({
    title: pack.siteName,
    meta: (
      <>
        <span className="uk-mono">{pack.packId}</span> · {plural(pack.fileCount, 'file')}, {formatBytes(pack.totalBytes)}
      </>
    ),
    aside: <PackStatus pack={pack} />,
    asideNote: <Time at={pack.timestamp} as="dayTime" inRow />,
  }),
});

interface PackTableProps {
  readonly packs: readonly EvidencePack[];
  readonly loading: boolean;
  readonly narrowed: boolean;
  readonly order: OrderInAddress;
  readonly opening: TableOpening;
  readonly onClear: () => void;
  readonly exports: TableExport<EvidencePack>;
}

/** Evidence packs; cards on a phone. */
export function PackTable({ packs, loading, narrowed, order, opening, onClear, exports }: PackTableProps) {
  const { onOpen } = opening;
  const table = useMemo(() => tableWith(onOpen), [onOpen]);
  return (
    <DataTable
      table={table}
      source={{ kind: 'whole', rows: packs, order, loading }}
      opening={opening}
      exports={exports}
      empty={
        narrowed ? (
          <EmptyState icon={FileCheck} title="No pack fits these filters" action={<Button onClick={onClear}>Clear filters</Button>}>
            Pack id, site, code and verification are searched.
          </EmptyState>
        ) : (
          <NothingHeld freshness={exports.freshness} icon={FileCheck} title="No evidence packs yet">
            A pack appears here when a site has sent its readings, pictures and documents, signed.
          </NothingHeld>
        )
      }
    />
  );
}
