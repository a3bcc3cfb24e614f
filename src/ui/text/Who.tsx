import { accountNotRecorded, whoWords } from '../../domain/who.ts';
import './who.css';

interface AccountProps {
  /** The account's id; undefined where it was not recorded or is not told. */
  readonly id: string | undefined;
}

/** The account behind a name that stands before it. */
export function Account({ id }: AccountProps) {
  return <span className="uk-account"> · {id === undefined ? accountNotRecorded : <span className="uk-mono">{id}</span>}</span>;
}

interface WhoProps extends AccountProps {
  readonly name: string;
  /** In a table row of one height: one line, cut where the column ends; the whole stands in its title. */
  readonly inRow?: boolean;
}

/** Somebody who did something: the name, and beside it the account, which alone tells two of one name apart. A long id breaks where it has to. */
export function Who({ name, id, inRow = false }: WhoProps) {
  return (
    <span className={inRow ? 'uk-clip' : undefined} title={inRow ? whoWords(name, id) : undefined}>
      {name}
      <Account id={id} />
    </span>
  );
}
