import { type CameDamaged, nameOfDamaged } from '../../domain/freshness/cameDamaged.ts';
import { cameDamagedLabels, cameUnknownLabels } from '../../domain/freshness/cameDamagedLabels.ts';

/**
 * Rows that the platform sent in an unusable form: damaged ones by name; for unknown values, each value as received, set apart from our
 * own text.
 */
export function CameDamagedLines({ rows }: { readonly rows: readonly CameDamaged[] }) {
  const unknown = rows.filter((row) => typeof row !== 'string');
  const damaged = rows.filter((row) => typeof row === 'string');
  return (
    <>
      {damaged.length > 0 && <p className="uk-fg2">{cameDamagedLabels(damaged)}</p>}
      {unknown.length > 0 && (
        <div className="uk-fg2" data-unknown={unknown.length}>
          <p>{cameUnknownLabels(unknown.map(nameOfDamaged))}</p>
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
