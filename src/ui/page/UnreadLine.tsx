import { type CameDamaged, nameOfDamaged } from '../../domain/cameDamaged.ts';
import { cameDamagedWords, cameUnknownWords, notHeldWords, unreadWords } from '../../domain/unreadWords.ts';

interface UnreadLineProps {
  readonly unread: number;
  readonly notHeld?: number;
  readonly what?: string;
  readonly cameDamaged?: readonly CameDamaged[] | undefined;
}

/** Beside a list of which rows are damaged on this device (F-25), came in no form that can be used, or are not here: how many, and that no count and no sum above holds them. Nothing where none is. */
export function UnreadLine({ unread, notHeld = 0, what, cameDamaged = [] }: UnreadLineProps) {
  const here = unread - cameDamaged.length;
  return (
    <>
      {here > 0 && (
        <p className="uk-fg2" data-unread={here}>
          {unreadWords(here, what)}
        </p>
      )}
      <CameDamagedLines rows={cameDamaged} />
      {notHeld > 0 && <p className="uk-fg2">{notHeldWords(notHeld, what)}</p>}
    </>
  );
}

/** Rows that the platform gave in no form that can be used: damaged ones by name; of those whose values are not known here, each such value as it came, set apart from our words. */
export function CameDamagedLines({ rows }: { readonly rows: readonly CameDamaged[] }) {
  const unknown = rows.filter((row) => typeof row !== 'string');
  const damaged = rows.filter((row) => typeof row === 'string');
  return (
    <>
      {damaged.length > 0 && <p className="uk-fg2">{cameDamagedWords(damaged)}</p>}
      {unknown.length > 0 && (
        <div className="uk-fg2" data-unknown={unknown.length}>
          <p>{cameUnknownWords(unknown.map(nameOfDamaged))}</p>
          <ul>
            {unknown.flatMap(({ row, unknown: values }) =>
              values.map(({ member, raw }) => (
                <li key={`${row} ${member}`}>
                  {row}, {member}: unknown (<bdi className="uk-mono">{raw}</bdi>)
                </li>
              )),
            )}
          </ul>
        </div>
      )}
    </>
  );
}
