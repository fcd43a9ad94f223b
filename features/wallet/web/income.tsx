import { Paper, ScrollArea, Text, Title } from '@mantine/core';
import type { PayWay } from '#features/orders/contract.ts';
import { sitesContract } from '#features/sites/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { defineReport, ReportPage, SeriesChart, ShareChart } from '#kit/pages/report-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';

type Income = OutputOf<typeof walletContract.readIncome>;

const payWayColours: Record<PayWay, string> = {
  wechat: 'green.6',
  alipay: 'blue.6',
  counter: 'orange.6',
  balance: 'yard.6',
  coin: 'yellow.6',
  wallet: 'grape.6',
};

const money = (fen: number) => <Money fen={fen} />;

const report = defineReport({
  endpoint: walletContract.readIncome,
  range: 'last7',
  filters: [{ kind: 'dateRange', name: 'from', toName: 'to', label: 'wallet:field.days' }],
  tiles: [
    { label: 'wallet:income.gross', value: (data) => data.total.grossFen, format: money },
    {
      label: 'wallet:income.refund',
      value: (data) => data.total.refundFen,
      format: money,
      lowerIsBetter: true,
    },
    { label: 'wallet:income.fee', value: (data) => data.total.feeFen, format: money, lowerIsBetter: true },
    { label: 'wallet:income.net', value: (data) => data.total.netFen, format: money },
  ],
  charts: [
    { title: 'wallet:income.byDay', wide: true, content: (data) => <Days data={data} /> },
    { title: 'wallet:income.byPayWay', content: (data) => <PayWays data={data} /> },
  ],
  content: (data) => <Sources data={data} />,
});

const siteFilter = {
  kind: 'reference' as const,
  name: 'fieldId' as const,
  label: 'wallet:field.site',
  source: referenceTo({
    endpoint: sitesContract.listSites,
    search: 'name',
    labelOf: (site) => site.name,
  }),
};

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
        { name: 'grossFen', label: t('wallet:income.gross'), color: 'yard.6' },
        { name: 'refundFen', label: t('wallet:income.refund'), color: 'orange.6' },
      ]}
      format={formatFen}
    />
  );
}

function PayWays({ data }: { data: Income }) {
  const t = useText();
  const shown = data.payWays.filter(({ grossFen }) => grossFen > 0);
  if (shown.length === 0) return <Text c="dimmed">{t('wallet:income.none')}</Text>;
  return (
    <ShareChart
      data={shown.map(({ payWay, grossFen }) => ({
        name: t(`wallet:payWay.${payWay}`),
        value: grossFen,
        color: payWayColours[payWay],
      }))}
      format={formatFen}
    />
  );
}

const figures = ['grossFen', 'refundFen', 'feeFen', 'netFen'] as const;
const labels = { grossFen: 'gross', refundFen: 'refund', feeFen: 'fee', netFen: 'net' } as const;

interface SourceRow {
  key: string;
  name: string;
  sums: Record<(typeof figures)[number], number>;
}

function SourceTable({ title, head, rows }: { title: string; head: string; rows: SourceRow[] }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {figures.map((figure) => (
                <th key={figure} scope="col">
                  {t(`wallet:income.${labels[figure]}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td>{row.name}</td>
                {figures.map((figure) => (
                  <td key={figure}>
                    <Money fen={row.sums[figure]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Paper>
  );
}

function Sources({ data }: { data: Income }) {
  const t = useText();
  if (data.total.orders === 0) return null;
  return (
    <>
      <SourceTable
        title={t('wallet:income.byPayWay')}
        head={t('wallet:field.payWay')}
        rows={data.payWays.map((row) => ({
          key: row.payWay,
          name: t(`wallet:payWay.${row.payWay}`),
          sums: row,
        }))}
      />
      <SourceTable
        title={t('wallet:income.bySite')}
        head={t('wallet:field.site')}
        rows={data.sites.map((row) => ({
          key: row.fieldId ?? '',
          name: row.fieldName || t('wallet:income.noSite'),
          sums: row,
        }))}
      />
    </>
  );
}
