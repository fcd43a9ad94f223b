import { Card, Tiles } from '#features/wallet/web/public.ts';
import { Bars, barsOf } from '#kit/drawings/bars.tsx';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { figuresContract } from '../contract.ts';
import classes from './income.module.css';

const shownDays = 14;

/** What the sites brought in, as the page of income says it, over two weeks. */
export default function RecentIncome() {
  const t = useText();
  const now = Date.now();
  const days = Array.from({ length: shownDays }, (_, index) =>
    businessDay(new Date(now - (shownDays - 1 - index) * dayMs)),
  );
  const range = { from: days[0] as string, to: days.at(-1) as string };
  return (
    <Card
      title={t('figures:income.recent', { count: shownDays })}
      to={`/details_income?from=${range.from}&to=${range.to}`}
    >
      <Loaded call={[figuresContract.readIncome, range]}>
        {({ total, days: found }) => {
          const incomes = new Map(found.map(({ day, incomeFen }) => [day, incomeFen]));
          // a day on which more went back than came has no bar
          const values = days.map((day) => Math.max(0, incomes.get(day) ?? 0));
          return (
            <>
              <div className={classes.trend}>
                <Bars
                  bars={barsOf(values)}
                  height={72}
                  label={t('figures:income.trend', { highest: formatFen(Math.max(...values)) })}
                />
              </div>
              <Tiles
                items={(['income', 'refund', 'fee', 'net'] as const).map((part) => ({
                  label: `figures:income.${part}`,
                  value: <Money fen={total[`${part}Fen`]} />,
                }))}
              />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
