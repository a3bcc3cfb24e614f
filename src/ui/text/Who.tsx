import { accountNotRecorded, whoLabels } from '../../domain/accounts/who.ts';
import './who.css';

interface AccountProps {
  /** The account's id; undefined if not recorded or not told. */
  readonly id: string | undefined;
}

/** The account, shown after the person's name. */
export function Account({ id }: AccountProps) {
  return <span className="uk-account"> · {id === undefined ? accountNotRecorded : <span className="uk-mono">{id}</span>}</span>;
}

interface WhoProps extends AccountProps {
  readonly name: string;
  /** In a table row of fixed height: one line, clipped at the column's end; the tooltip has the full text. */
  readonly inRow?: boolean;
}

/** A person by name and account; only the account distinguishes people of the same name. A long id breaks if it must. */
export function Who({ name, id, inRow = false }: WhoProps) {
  return (
    <span className={inRow ? 'uk-clip' : undefined} title={inRow ? whoLabels(name, id) : undefined}>
      {name}
      <Account id={id} />
    </span>
  );
}
