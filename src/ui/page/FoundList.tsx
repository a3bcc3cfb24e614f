import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../domain/format.ts';
import { Button } from '../controls/Button.tsx';
import { Toolbar } from '../controls/Toolbar.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { SearchField } from '../fields/SearchField.tsx';
import { Card } from '../panel/Card.tsx';

interface FoundListProps {
  /** Name of one row: 'portfolio'. */
  readonly what: string;
  readonly search: string;
  readonly placeholder: string;
  readonly onSearch: (search: string) => void;
  /** Sentence that names the searched fields, shown if nothing is found. */
  readonly searched: string;
  /** The filter menus. */
  readonly filters: ReactNode;
  /** Right end of the toolbar: text or actions. */
  readonly end?: ReactNode;
  /** Number of stored rows, and of matching rows. */
  readonly held: number;
  readonly found: number;
  readonly onClear: () => void;
  /** The table. */
  readonly children: ReactNode;
}

/** A list with search and filters; without matches it says so and offers to clear them. */
export function FoundList(props: FoundListProps) {
  const { what, search, placeholder, onSearch, searched, filters, end, held, found, onClear, children } = props;
  return (
    <>
      <Toolbar label={`Find ${what}s`} {...(end === undefined ? {} : { end })}>
        <SearchField label={`Search ${what}s`} placeholder={placeholder} value={search} onChange={onSearch} />
        {filters}
      </Toolbar>
      {found === 0 ? (
        <Card as="div">
          <EmptyState icon={SearchX} title={`No ${what} matches`} action={<Button onClick={onClear}>Clear filters</Button>}>
            {plural(held, what)} on this device. {searched}
          </EmptyState>
        </Card>
      ) : (
        children
      )}
    </>
  );
}
