import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { BarsChart } from '#kit/pages/charts.tsx';
import { Money } from '#kit/ui/display.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { Tiles } from './wallet-parts.tsx';

const { listFlow, readIncome } = walletContract;

function Card({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <div className={classes.cardHead}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Link to={to} className={classes.more} aria-label={t('wallet:page.allOf', { title })}>
          {t('wallet:page.all')}
        </Link>
      </div>
      {children}
    </section>
  );
}

const shownLines = 8;

/** What moved last in the wallet. */
export function RecentFlow({ walletId }: { walletId: string }) {
  const t = useText();
  const to = `/accountFlow?walletId=${walletId}`;
  return (
    <Card title={t('wallet:page.recentFlow')} to={to}>
      <Loaded call={[listFlow, { walletId, size: shownLines }]} skeleton="list">
        {({ records }) =>
          records.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('wallet:flow.empty')}
            </Text>
          ) : (
            <ul className={classes.lines}>
              {records.map((line) => (
                <li key={line.place}>
                  <Link to={`/money_detail?id=${line.transferId}`} className={classes.line}>
                    <span>
                      <FieldView of={listFlow} data={line} path="kind" />
                      <Text component="span" size="sm" c="dimmed">
                        <FieldView of={listFlow} data={line} path="createdAt" />
                      </Text>
                    </span>
                    <FieldView of={listFlow} data={line} path="amountFen" />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

const shownDays = 14;

/** What the sites brought in, as the page of income says it, over two weeks. */
export function RecentIncome() {
  const t = useText();
  const now = Date.now();
  const days = Array.from({ length: shownDays }, (_, index) =>
    businessDay(new Date(now - (shownDays - 1 - index) * dayMs)),
  );
  const range = { from: days[0] as string, to: days.at(-1) as string };
  return (
    <Card
      title={t('wallet:page.recentIncome', { count: shownDays })}
      to={`/details_income?from=${range.from}&to=${range.to}`}
    >
      <Loaded call={[readIncome, range]}>
        {({ total, days: found }) => {
          const incomes = new Map(found.map(({ day, incomeFen }) => [day, incomeFen]));
          const values = days.map((day) => ({ name: day, value: incomes.get(day) ?? 0 }));
          const highest = Math.max(0, ...values.map(({ value }) => value));
          return (
            <>
              <div className={classes.trend}>
                <BarsChart
                  title={t('wallet:page.recentIncome', { count: shownDays })}
                  along={t('kit:thing.daysLabel')}
                  amount={t('wallet:income.income')}
                  bars={values}
                  heightPx={72}
                  label={t('wallet:page.trend', { highest: formatFen(highest) })}
                  format={formatFen}
                />
              </div>
              <Tiles
                items={(['income', 'refund', 'fee', 'net'] as const).map((part) => ({
                  label: `wallet:income.${part}`,
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
