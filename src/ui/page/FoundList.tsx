import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../domain/format.ts';
import { Button } from '../controls/Button.tsx';
import { Toolbar } from '../controls/Toolbar.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { SearchField } from '../fields/SearchField.tsx';
import { Card } from '../panel/Card.tsx';

interface FoundListProps {
  /** What one row is called: 'portfolio'. */
  readonly what: string;
  readonly search: string;
  readonly placeholder: string;
  readonly onSearch: (search: string) => void;
  /** What the search looks in, as a sentence: said where nothing is found. */
  readonly searched: string;
  /** The filter menus. */
  readonly filters: ReactNode;
  /** Right in the bar: words or acts. */
  readonly end?: ReactNode;
  /** Rows held, and rows found. */
  readonly held: number;
  readonly found: number;
  readonly onClear: () => void;
  /** The table. */
  readonly children: ReactNode;
}

/** A list under its search and filters; where they leave nothing, it says so and gives the way back. */
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
