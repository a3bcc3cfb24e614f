import { dataQualityLevels } from '../../contracts/emissions.ts';
import { dataQualityTitles, pcafScoreOf, uncertaintyPercent } from '../../domain/finance/emissions.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { type CalculatorKind, kindTitles, methodLines } from './model.ts';

const heads = [
  { id: 'level', label: 'Our level' },
  { id: 'pcaf', label: 'PCAF score', align: 'end' },
  { id: 'range', label: 'Uncertainty', align: 'end' },
] as const;

/** Shown before there is a result: the method, and the uncertainty that follows from the data quality level. */
export function MethodView({ kind, level }: { readonly kind: CalculatorKind; readonly level: number }) {
  return (
    <section className="calc-result" aria-label="Method">
      <div className="calc-result-head">
        <h3>How it is computed</h3>
        <span className="uk-fg3">{kindTitles[kind]}</span>
      </div>
      <ol className="calc-workings calc-method">
        {methodLines(kind).map(({ name, sum }) => (
          <li key={name}>
            <b>{name}</b> {sum}
          </li>
        ))}
      </ol>
      <h4 className="uk-h3">Data quality</h4>
      <PlainTable
        label="Uncertainty by data quality"
        heads={heads}
        rows={dataQualityLevels.map((each) => ({
          id: String(each),
          cells: [
            each === level ? (
              <StatusBadge key="level" status="info">
                {each} {dataQualityTitles[each]}, selected
              </StatusBadge>
            ) : (
              `${each} ${dataQualityTitles[each]}`
            ),
            pcafScoreOf(each),
            `± ${uncertaintyPercent[each]}%`,
          ],
        }))}
      />
      <p className="uk-small uk-fg3 calc-convention">
        The uncertainties are a console convention at 95% confidence. The result is computed on this device.
      </p>
    </section>
  );
}
