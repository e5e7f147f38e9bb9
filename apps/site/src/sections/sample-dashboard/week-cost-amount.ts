export interface WeekCostInput {
  people: number;
  /** In rupees, for one of the people. */
  monthlyCost: number;
  /** In rupees: sales that come a week later. */
  sales: number;
}

const monthsPerYear = 12;
const weeksPerYear = 52;

/** Returns what one week of delay costs, in whole rupees: the people who wait, and the sales that do not come. */
export function calculateWeekCost({ people, monthlyCost, sales }: WeekCostInput): number {
  return Math.round((people * monthlyCost * monthsPerYear) / weeksPerYear + sales);
}

const maxDigits = 10;

/** Returns the whole number that a visitor typed, such as "₹1,50,000"; 0 for an empty field. */
export function parseAmount(typed: string): number {
  const [whole = ''] = typed.split('.');
  return Number(whole.replace(/\D/g, '').slice(0, maxDigits));
}
