import { useOpenDay } from '#features/base/sites/web/public.ts';
import { Card, Tiles } from '#features/money/wallet/web/public.ts';
import { lastDays } from '#kit/kernel/days.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { BarsChart } from '#kit/pages/charts.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { figuresContract } from '../contract.ts';
import classes from './income.module.css';

const shownDays = 14;

/** What the sites brought in, as the page of income says it, over two weeks. */
export default function RecentIncome() {
  const today = useOpenDay();
  return today ? <Income days={lastDays(today, shownDays)} /> : null;
}

function Income({ days }: { days: readonly string[] }) {
  const t = useText();
  const range = { from: days[0] as string, to: days.at(-1) as string };
  return (
    <Card
      title={t('figures:income.recent', { count: shownDays })}
      to={`/details_income?from=${range.from}&to=${range.to}`}
    >
      <Loaded call={[figuresContract.readIncome, range]}>
        {({ total, days: found }) => {
          const incomes = new Map(found.map(({ day, incomeFen }) => [day, incomeFen]));
          const values = days.map((day) => ({ name: day, value: incomes.get(day) ?? 0 }));
          const highest = Math.max(0, ...values.map(({ value }) => value));
          return (
            <>
              <div className={classes.trend}>
                <BarsChart
                  title={t('figures:income.recent', { count: shownDays })}
                  along={t('kit:thing.daysLabel')}
                  amount={t('figures:income.income')}
                  bars={values}
                  heightPx={72}
                  label={t('figures:income.trend', { highest: formatFen(highest) })}
                  format={formatFen}
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
