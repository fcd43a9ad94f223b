import { Paper, Skeleton, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { SeriesChart } from '#kit/pages/charts.tsx';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { priceDays, prizesContract } from '../contract.ts';
import { shareOf } from '../rules/win-verdict-rules.ts';
import { prizeMachines, withDays } from './filters.ts';

type Asked = InputOf<typeof prizesContract.readTotals>;

/** /total_gift: all sites together, and each of them. */
export default function Totals() {
  const [query] = useSearchParams();
  const definition = useMemo(() => {
    const asked = Object.fromEntries(
      ['from', 'to', 'type'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
    ) as Asked;
    return defineList({
      endpoint: prizesContract.listSiteTotals,
      rowId: ({ fieldId }) => fieldId ?? '',
      columns: [
        'fieldName',
        'machines',
        { key: 'out', phone: 'amount' },
        'costFen',
        { key: 'missing', optional: true },
        'plays',
        'wins',
        'winRate',
        { key: 'costPerPlayFen', optional: true },
        'takenFen',
        'payoutRatio',
        { key: 'payoutBasis', phone: false },
      ],
      filters: ['from', { name: 'type', values: prizeMachines }],
      rowTo: ({ fieldId }) => withDays('/gift', { fieldId, type: query.get('type') }, query),
      header: <Sum asked={asked} />,
      views: true,
      empty: { title: 'prizes:page.empty', hint: 'prizes:page.emptyHint' },
    });
  }, [query]);
  return <ListPage definition={definition} />;
}

const chartPx = 200;

function Sum({ asked }: { asked: Asked }) {
  const t = useText();
  const { data } = useCall(prizesContract.readTotals, asked, { keepPrevious: true });
  if (!data) return <Skeleton height={chartPx + 100} mb="sm" />;
  const rate = shareOf(data.wins, data.plays);
  return (
    <Stack gap="sm" mb="sm">
      <Hint>
        {t('prizes:page.range', { from: data.from, to: data.to })}
        <br />
        {t('prizes:page.payout', { days: priceDays })}
      </Hint>
      <Figures
        items={[
          {
            label: t('prizes:field.out'),
            value: data.out.toLocaleString(),
            ...(data.missing > 0 && { hint: t('prizes:page.missing', { count: data.missing }) }),
          },
          { label: t('prizes:field.costFen'), value: <Money fen={data.costFen} /> },
          { label: t('prizes:field.plays'), value: data.plays.toLocaleString() },
          { label: t('prizes:field.winRate'), value: rate === null ? '–' : `${percentText(rate)}%` },
          {
            label: t('prizes:field.takenFen'),
            value: data.takenFen === null ? '–' : <Money fen={data.takenFen} />,
            hint: t(`prizes:basis.${data.payoutBasis}`),
          },
          {
            label: t('prizes:field.payoutRatio'),
            value: data.payoutRatio === null ? '–' : `${percentText(data.payoutRatio)}%`,
            ...(data.payoutRatio !== null &&
              data.wins > data.out && { hint: t('prizes:page.uncosted', { count: data.wins - data.out }) }),
          },
        ]}
      />
      {data.days.length > 1 && (
        <Paper withBorder p="md">
          <Heading mb="sm">{t('prizes:page.outByDay')}</Heading>
          <SeriesChart
            kind="bar"
            heightPx={chartPx}
            along="day"
            data={data.days.map(({ day, out }) => ({ day, out }))}
            series={[{ name: 'out', label: t('prizes:field.out'), color: 'var(--chart-1)' }]}
          />
        </Paper>
      )}
    </Stack>
  );
}
