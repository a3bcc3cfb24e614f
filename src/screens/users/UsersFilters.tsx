import { useEffect, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Filter } from '../../ui/controls/FilterMenu.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import type { UsersAddress } from './address.ts';
import { roleOptions, statusOptions } from './model.ts';
import type { UsersSkin } from './skins.ts';

/** Typing counts as finished after this pause, milliseconds, so that not every letter causes a request. */
const settledAfterMs = 300;

interface UsersFiltersProps {
  readonly skin: UsersSkin;
  readonly sample: boolean;
  readonly address: UsersAddress;
  readonly show: (change: Partial<UsersAddress>) => void;
}

/** Search and filters. Each change goes back to the first page. */
export function UsersFilters({ skin, sample, address, show }: UsersFiltersProps) {
  const [typed, setTyped] = useState(address.search);
  const [sought, setSought] = useState(address.search);
  // The address changed (view opened, filters cleared): show its search text in the field.
  if (sought !== address.search) {
    setSought(address.search);
    setTyped(address.search);
  }
  const byTyping = skin.search === 'typing';
  useEffect(() => {
    if (!byTyping || typed.trim() === address.search) return;
    const timer = setTimeout(() => show({ search: typed.trim(), page: 1 }), settledAfterMs);
    return () => clearTimeout(timer);
  }, [byTyping, typed, address.search, show]);

  return (
    <form
      className="users-find"
      onSubmit={(event) => {
        event.preventDefault();
        show({ search: typed.trim(), page: 1 });
      }}
    >
      <Toolbar label="Find users" {...(sample && { end: <span className="uk-fg3 users-needs">Sample data</span> })}>
        <SearchField
          label="Search users"
          placeholder="Search by name or email..."
          value={typed}
          onChange={(next) => {
            setTyped(next);
            // Clearing the field clears the search without pressing the button.
            if (next === '' && address.search !== '') show({ search: '', page: 1 });
          }}
        />
        {!byTyping && <Button type="submit">Search</Button>}
        <Filter label="Role" value={address.role} all="All Roles" options={roleOptions} onChange={(role) => show({ role, page: 1 })} />
        <Filter
          label="Status"
          value={address.status}
          all="All Status"
          options={statusOptions}
          onChange={(status) => show({ status, page: 1 })}
        />
      </Toolbar>
    </form>
  );
}
