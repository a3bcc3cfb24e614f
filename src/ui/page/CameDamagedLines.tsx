import { type CameDamaged, nameOfDamaged } from '../../domain/cameDamaged.ts';
import { cameDamagedWords, cameUnknownWords } from '../../domain/cameDamagedWords.ts';

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
