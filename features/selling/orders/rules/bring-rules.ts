/** What is free on an account. */
interface Purse {
  cash: boolean;
  available: number;
}

/**
 * What an order lacks at its site, out of the player's accounts at other sites: bought with cash to bought with cash, the
 * rest to the rest. The fullest are taken first, so that few are touched. Nothing where nothing lacks, and nothing where
 * all of it would not be enough. Of value bought with cash no more than `cashMost` pays the order.
 */
export function whatToBring<P extends Purse>(
  { amount, cashMost }: { amount: number; cashMost: number },
  here: readonly Purse[],
  elsewhere: readonly P[],
): { from: P; amount: number }[] {
  const cashHere = Math.min(cashMost, sum(here, true));
  const lacking = amount - cashHere - sum(here, false);
  if (lacking <= 0) return [];
  const cash = Math.min(lacking, cashMost - cashHere, sum(elsewhere, true));
  if (lacking - cash > sum(elsewhere, false)) return [];
  return [...fill(cash, elsewhere, true), ...fill(lacking - cash, elsewhere, false)];
}

const sum = (purses: readonly Purse[], cash: boolean): number =>
  purses.reduce((total, purse) => (purse.cash === cash ? total + purse.available : total), 0);

function fill<P extends Purse>(wanted: number, purses: readonly P[], cash: boolean) {
  const fullest = purses
    .filter((purse) => purse.cash === cash)
    .toSorted((one, other) => other.available - one.available);
  let left = wanted;
  return fullest.flatMap((from) => {
    const amount = Math.min(left, from.available);
    left -= amount;
    return amount > 0 ? [{ from, amount }] : [];
  });
}
