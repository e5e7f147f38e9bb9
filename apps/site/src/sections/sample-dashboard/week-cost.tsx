import { useEffect, useId, useState } from 'react';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { fill, formatNumber } from '../../text/format.ts';
import type { Board } from './board.ts';
import weekCostStyles from './week-cost.css?inline';
import { calculateWeekCost, parseAmount } from './week-cost-amount.ts';

const fields = ['people', 'monthlyCost', 'sales'] as const;

/**
 * Calculates the cost of one week from the visitor's own figures. They stay in this component; only with the visitor's
 * consent does the enquiry dialog find a sentence with the result (`data-enquiry-note`).
 */
export function WeekCost({ texts }: { texts: Board['texts']['weekCost'] }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [amounts, setAmounts] = useState({ people: 0, monthlyCost: 0, sales: 0 });
  const [hasConsent, setHasConsent] = useState(false);
  useEffect(() => adoptStyles(weekCostStyles), []);
  const cost = calculateWeekCost(amounts);
  const amount = `₹${formatNumber(cost)}`;
  const note = hasConsent && cost > 0 ? fill(texts.message, { amount }) : undefined;

  return (
    <div className="week-cost" data-enquiry-note={note}>
      <button
        type="button"
        className={isOpen ? 'opener open' : 'opener'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.title}
      </button>
      <div id={id} className="week-cost-form" hidden={!isOpen}>
        <div className="week-cost-fields">
          {fields.map((name) => (
            <label key={name}>
              {texts[name]}
              <input
                inputMode="numeric"
                autoComplete="off"
                value={amounts[name] > 0 ? formatNumber(amounts[name]) : ''}
                onChange={({ target }) => setAmounts({ ...amounts, [name]: parseAmount(target.value) })}
              />
            </label>
          ))}
        </div>
        <p className="week-cost-result">
          <output>{cost > 0 ? fill(texts.result, { amount }) : texts.empty}</output>
          <span>{texts.note}</span>
        </p>
        {cost > 0 && (
          <p className="week-cost-consent">
            <label>
              <input type="checkbox" checked={hasConsent} onChange={() => setHasConsent(!hasConsent)} />
              {texts.consent}
            </label>
            <a className="button" href="#contact" data-open-contact={texts.title}>
              {texts.action}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
