import type { ReactNode } from 'react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Drawer } from './Drawer.tsx';
import { DrawerHead, DrawerNote } from './DrawerParts.tsx';

/** The neighbouring records in the list as displayed; null at its ends. */
export interface Neighbours {
  readonly previousId: string | null;
  readonly nextId: string | null;
}

/** Neighbours of a record in a list of ids; none if the list does not contain it. */
export function neighboursOf(ids: readonly string[], id: string | null): Neighbours {
  const at = id === null ? -1 : ids.indexOf(id);
  return { previousId: at < 0 ? null : (ids[at - 1] ?? null), nextId: at < 0 ? null : (ids[at + 1] ?? null) };
}

interface RecordDrawerProps<Row> {
  /** Kind of record: 'Portfolio'. */
  readonly what: string;
  readonly id: string;
  /** Name to show if the id alone says nothing: 'Line 3'. */
  readonly name?: string;
  /** The stored record; null while loading or if it is not stored. */
  readonly record: Row | null;
  readonly loading: boolean;
  readonly freshness: FreshnessState;
  readonly title: (record: Row) => ReactNode;
  readonly badge: (record: Row) => ReactNode;
  readonly neighbours: Neighbours;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  readonly actions: (record: Row) => ReactNode;
  readonly children: (record: Row) => ReactNode;
}

/** One record beside its list: title and neighbours above, then its sections, actions below. */
export function RecordDrawer<Row>(props: RecordDrawerProps<Row>) {
  const { what, id, name = id, record, loading, freshness, title, badge, neighbours, onOpen, onClose, actions, children } = props;
  return (
    <Drawer
      open
      onClose={onClose}
      label={`${what} ${id}`}
      freshness={freshness}
      head={
        <DrawerHead
          code={name}
          title={record === null ? null : title(record)}
          badge={record !== null && badge(record)}
          steps={{ what, ...neighbours, onOpen }}
          onClose={onClose}
        />
      }
      {...(record === null ? {} : { actions: actions(record) })}
    >
      {record === null ? (
        <DrawerNote>
          {loading ? 'Reading this device…' : `${name} is not on this device. It appears here once the platform sends it.`}
        </DrawerNote>
      ) : (
        children(record)
      )}
    </Drawer>
  );
}
