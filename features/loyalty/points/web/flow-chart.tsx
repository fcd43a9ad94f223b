import { Paper } from '@mantine/core';
import { SeriesChart } from '#kit/pages/charts.tsx';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';

type FlowMonth = {
  month: string;
  issued: number;
  spent: number;
  expired: number;
};

const heightPx = 220;

/** What was issued, spent and expired, month by month; nothing where nothing was. */
export function FlowChart({ title, months }: { title: string; months: readonly FlowMonth[] }) {
  const t = useText();
  if (months.every(({ issued, spent, expired }) => issued + spent + expired === 0)) return null;
  return (
    <Paper withBorder p="md">
      <Heading size="h4" mb="sm">
        {title}
      </Heading>
      <SeriesChart
        kind="bar"
        heightPx={heightPx}
        along="month"
        data={[...months]}
        series={[
          { name: 'issued', label: t('points:chart.issued'), color: 'yard.6' },
          { name: 'spent', label: t('points:chart.spent'), color: 'teal.6' },
          { name: 'expired', label: t('points:chart.expired'), color: 'gray.5' },
        ]}
      />
    </Paper>
  );
}
