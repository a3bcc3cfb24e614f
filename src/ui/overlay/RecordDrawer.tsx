import type { ReactNode } from 'react';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Drawer } from './Drawer.tsx';
import { DrawerHead, DrawerNote } from './DrawerParts.tsx';

/** The records above and below in the list as it is shown; null at its ends. */
export interface Neighbours {
  readonly previousId: string | null;
  readonly nextId: string | null;
}

/** The neighbours of a record among the ids of a list, in its order. A record that the list does not show has none. */
export function neighboursOf(ids: readonly string[], id: string | null): Neighbours {
  const at = id === null ? -1 : ids.indexOf(id);
  return { previousId: at < 0 ? null : (ids[at - 1] ?? null), nextId: at < 0 ? null : (ids[at + 1] ?? null) };
}

interface RecordDrawerProps<Row> {
  /** What the record is: 'Portfolio'. */
  readonly what: string;
  readonly id: string;
  /** How it is called where its id alone says nothing: 'Line 3'. */
  readonly name?: string;
  /** The record as held on this device; null while it is read, or where it is not held. */
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

/** One record beside its list: what it is and the ways to its neighbours above, its parts, its acts below. */
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
          {loading ? 'Reading this device…' : `${name} is not held on this device. It appears here once the platform has sent it.`}
        </DrawerNote>
      ) : (
        children(record)
      )}
    </Drawer>
  );
}
