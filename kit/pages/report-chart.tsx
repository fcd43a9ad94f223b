import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart, DonutChart, LineChart } from '@mantine/charts';
import { useText } from '#kit/ui/i18n.ts';
import { ChartTable } from './chart-table.tsx';

export interface ChartSeries {
  name: string;
  label: string;
  color: string;
}

export interface ChartProps {
  kind: 'line' | 'bar' | 'area';
  data: Record<string, string | number>[];
  /** name of the value along the bottom */
  along: string;
  series: ChartSeries[];
  format?: (value: number) => string;
  heightPx?: number;
  stacked?: boolean;
  /** what stands along the bottom where somebody tapped; a table beside the chart offers the same to those who can not */
  onPick?: (along: string) => void;
  /** the page has a table of its own beside it, which says more */
  hasTable?: boolean;
}

const asItIs = (value: number) => value.toLocaleString();

/** A chart and, closed below it, its figures as a table. */
export function SeriesChart({ hasTable, ...chart }: ChartProps) {
  const t = useText();
  const { data, along, series, format = asItIs } = chart;
  return (
    <>
      <Drawing {...chart} />
      {!hasTable && (
        <ChartTable
          title={series.map(({ label }) => label).join(t('kit:unit.comma'))}
          rows={data}
          keyOf={(row) => row[along] ?? ''}
          columns={[
            { label: t('kit:page.chartRow'), value: (row) => row[along] },
            ...series.map(({ name, label }) => ({
              label,
              value: (row: ChartProps['data'][number]) => format(Number(row[name] ?? 0)),
            })),
          ]}
        />
      )}
    </>
  );
}

function Drawing({
  kind,
  data,
  along,
  series,
  format,
  heightPx = 260,
  stacked,
  onPick,
}: Omit<ChartProps, 'hasTable'>) {
  const shared = {
    h: heightPx,
    data,
    dataKey: along,
    series,
    valueFormatter: format,
    withLegend: series.length > 1,
    // room for an amount with its sign
    yAxisProps: { width: 68 },
  };
  if (kind === 'bar')
    return (
      <BarChart
        {...shared}
        type={stacked ? 'stacked' : 'default'}
        {...(onPick && {
          barChartProps: {
            style: { cursor: 'pointer' },
            onClick: ({ activeLabel }) => activeLabel !== undefined && onPick(String(activeLabel)),
          },
        })}
      />
    );
  if (kind === 'area')
    return <AreaChart {...shared} type={stacked ? 'stacked' : 'default'} curveType="monotone" />;
  return <LineChart {...shared} curveType="monotone" />;
}

export function ShareChart({
  data,
  format,
  heightPx = 220,
  hasTable,
}: {
  data: { name: string; value: number; color: string }[];
  format?: (value: number) => string;
  heightPx?: number;
  hasTable?: boolean;
}) {
  const t = useText();
  return (
    <div>
      <DonutChart
        data={data}
        valueFormatter={format}
        size={heightPx - 40}
        thickness={24}
        withLabels={false}
      />
      {!hasTable && (
        <ChartTable
          title={t('kit:page.chartParts')}
          rows={data}
          keyOf={({ name }) => name}
          columns={[
            { label: t('kit:page.chartRow'), value: ({ name }) => name },
            { label: t('kit:page.chartAmount'), value: ({ value }) => (format ?? asItIs)(value) },
          ]}
        />
      )}
    </div>
  );
}
