import { ColorSwatch, Group, Paper, Text, Title } from '@mantine/core';
import { sitesContract } from '#features/base/sites/contract.ts';
import { siteFilter as ofSite } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { ChartTable } from '#kit/pages/chart-table.tsx';
import { SeriesChart, ShareChart } from '#kit/pages/charts.tsx';
import { defineReport, ReportPage } from '#kit/pages/report-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { useCan } from '#kit/ui/session.ts';
import type { IncomeSource } from '../contract/measures.ts';
import { figuresContract } from '../contract.ts';
import classes from './income.module.css';

type Income = OutputOf<typeof figuresContract.readIncome>;

const sourceColours: Record<IncomeSource, string> = {
  wechat: 'var(--chart-1)',
  alipay: 'var(--chart-2)',
  counter: 'var(--chart-3)',
  balance: 'var(--chart-4)',
  machines: 'var(--chart-5)',
  groupBuy: 'var(--chart-6)',
};

const money = (fen: number) => <Money fen={fen} />;

const report = defineReport({
  endpoint: figuresContract.readIncome,
  range: 'last7',
  filters: [{ kind: 'dateRange', name: 'from', toName: 'to', label: 'kit:thing.daysLabel' }],
  tiles: [
    { label: 'figures:income.income', value: (data) => data.total.incomeFen, format: money },
    {
      label: 'figures:income.refund',
      value: (data) => data.total.refundFen,
      format: money,
      lowerIsBetter: true,
    },
    { label: 'figures:income.fee', value: (data) => data.total.feeFen, format: money, lowerIsBetter: true },
    { label: 'figures:income.net', value: (data) => data.total.netFen, format: money },
  ],
  charts: [{ title: 'figures:income.byDay', wide: true, content: (data) => <Days data={data} /> }],
  content: (data) => <Sources data={data} />,
});

const siteFilter = ofSite();

/** Income by source: how it was paid, and where. */
export default function IncomeScreen() {
  const maySeeSites = useCan(sitesContract.listSites);
  return (
    <ReportPage definition={maySeeSites ? { ...report, filters: [...report.filters, siteFilter] } : report} />
  );
}

function Days({ data }: { data: Income }) {
  const t = useText();
  return (
    <SeriesChart
      kind="bar"
      data={data.days.map(({ day, grossFen, refundFen }) => ({ day, grossFen, refundFen }))}
      along="day"
      series={[
        { name: 'grossFen', label: t('figures:income.gross'), color: 'var(--chart-1)' },
        { name: 'refundFen', label: t('figures:income.refund'), color: 'var(--chart-2)' },
      ]}
      format={formatFen}
    />
  );
}

const figures = ['grossFen', 'refundFen', 'incomeFen', 'feeFen', 'netFen'] as const;
const labels = {
  grossFen: 'gross',
  refundFen: 'refund',
  incomeFen: 'income',
  feeFen: 'fee',
  netFen: 'net',
} as const;

interface SourceRow {
  key: string;
  name: string;
  /** of its part in the chart */
  colour?: string;
  sums: Record<(typeof figures)[number], number>;
}

interface SourceProps {
  title: string;
  head: string;
  rows: SourceRow[];
}

function SourceName({ row }: { row: SourceRow }) {
  return (
    <Group component="span" gap={8} wrap="nowrap">
      {row.colour && <ColorSwatch component="span" color={row.colour} size={12} withShadow={false} />}
      {row.name}
    </Group>
  );
}

/** Six columns of money are for the desk; on the phone each source has two lines, and the table is there to be opened. */
function SourceSection({ title, head, rows }: SourceProps) {
  const t = useText();
  const phone = usePhone();
  const table = {
    title,
    rows,
    columns: [
      { label: head, value: (row: SourceRow) => <SourceName row={row} /> },
      ...figures.map((figure) => ({
        label: t(`figures:income.${labels[figure]}`),
        value: ({ sums }: SourceRow) => <Money fen={sums[figure]} />,
      })),
    ],
  };
  const parts = rows.flatMap(({ name, colour, sums }) =>
    colour && sums.grossFen > 0 ? [{ name, value: sums.grossFen, color: colour }] : [],
  );
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {phone && <SourceLines rows={rows} />}
      {parts.length > 1 ? (
        <ShareChart title={title} of={head} data={parts} format={formatFen} table={table} closed={phone} />
      ) : (
        <ChartTable {...table} open={!phone} />
      )}
    </Paper>
  );
}

function SourceLines({ rows }: Pick<SourceProps, 'rows'>) {
  const t = useText();
  return (
    <ul className={classes.lines}>
      {rows.map((row) => (
        <li key={row.key} className={classes.sourceLine}>
          <Group justify="space-between" wrap="nowrap" fw={600}>
            <SourceName row={row} />
            <Money fen={row.sums.incomeFen} />
          </Group>
          <Text size="sm" c="dimmed">
            {t('figures:income.refund')} <Money fen={row.sums.refundFen} /> · {t('figures:income.fee')}{' '}
            <Money fen={row.sums.feeFen} /> · {t('figures:income.net')} <Money fen={row.sums.netFen} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Sources({ data }: { data: Income }) {
  const t = useText();
  if (data.sources.length === 0) return <Text c="dimmed">{t('figures:income.none')}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('figures:income.includes')}
      </Text>
      <SourceSection
        title={t('figures:income.bySource')}
        head={t('figures:income.source')}
        rows={data.sources.map((row) => ({
          key: row.source,
          name: t(`figures:incomeSource.${row.source}`),
          colour: sourceColours[row.source],
          sums: row,
        }))}
      />
      <SourceSection
        title={t('figures:income.bySite')}
        head={t('kit:thing.siteLabel')}
        rows={data.sites.map((row) => ({
          key: row.fieldId ?? '',
          name: row.fieldName || t('figures:income.noSite'),
          sums: row,
        }))}
      />
    </>
  );
}
