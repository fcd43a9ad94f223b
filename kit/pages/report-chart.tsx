import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart, DonutChart, LineChart } from '@mantine/charts';
import type { SeriesProps, ShareProps } from './charts.tsx';

const isDay = /^\d{4}-\d{2}-\d{2}$/;
/** There is no room for the year under a bar; the table and the file say the whole day. */
const shortDay = (along: string | number) =>
  isDay.test(String(along)) ? String(along).slice('yyyy-'.length) : String(along);

/** The drawing of `SeriesChart` without its table. */
export function SeriesDrawing({
  kind,
  data,
  along,
  series,
  format,
  heightPx,
  stacked,
  onPick,
}: Omit<SeriesProps<unknown>, 'table'>) {
  const shared = {
    h: heightPx,
    data,
    dataKey: along,
    series: [...series],
    ...(format && { valueFormatter: format }),
    withLegend: series.length > 1,
    xAxisProps: { tickFormatter: shortDay },
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

/** of the ring's width */
const thickness = 0.15;

/** The ring of `ShareChart` without its table. */
export const ShareDrawing = ({
  data,
  format,
  sizePx,
}: Pick<ShareProps<unknown>, 'data' | 'format'> & { sizePx: number }) => (
  <DonutChart
    data={data.map(({ name, value, color }) => ({ name, value, color }))}
    {...(format && { valueFormatter: format })}
    size={sizePx}
    thickness={Math.round(sizePx * thickness)}
    withLabels={false}
  />
);
