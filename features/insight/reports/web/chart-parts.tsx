import { Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { IncomeSource } from '#features/selling/figures/contract/measures.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { HeatChart, RankChart, SeriesChart, ShareChart } from '#kit/pages/charts.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { reportsContract } from '../contract.ts';
import { hoursOfDay, weekdays } from '../rules/heat-rules.ts';
import classes from './reports.module.css';

type Trends = OutputOf<typeof reportsContract.readTrend>;

const yuan = (fen: number) => `${fen < 0 ? '-' : ''}¥${formatFen(Math.abs(fen))}`;

/** Narrows the report by what somebody tapped. */
function useNarrow() {
  const [, setQuery] = useSearchParams();
  return (parts: Record<string, string>) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(parts)) next.set(name, value);
      return next;
    });
}

/** Day by day, beside the period before, or beside another site or machine. */
export function Trend({ data }: { data: Trends }) {
  const t = useText();
  const narrow = useNarrow();
  const compares = data.days.some(({ otherFen }) => otherFen !== null);
  const second = compares ? 'otherFen' : 'beforeFen';
  const secondLabel = t(compares ? 'reports:chart.other' : 'reports:field.beforeFen');
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(compares ? 'reports:chart.besideOther' : 'reports:why.against', data.before)}
      </Text>
      <SeriesChart
        kind="bar"
        data={data.days.map((row) => ({
          day: row.day,
          incomeFen: row.incomeFen,
          [second]: row[second] ?? 0,
        }))}
        along="day"
        series={[
          { name: 'incomeFen', label: t('reports:field.incomeFen'), color: 'var(--chart-1)' },
          { name: second, label: secondLabel, color: 'var(--chart-2)' },
        ]}
        format={yuan}
        onPick={(day) => narrow({ from: day, to: day })}
        table={{
          title: t('reports:chart.trend'),
          rows: data.days,
          columns: [
            {
              label: t('reports:by.day'),
              value: ({ day }) => (
                <button type="button" className={classes.pick} onClick={() => narrow({ from: day, to: day })}>
                  {day}
                </button>
              ),
            },
            { label: t('reports:field.incomeFen'), value: ({ incomeFen }) => <Money fen={incomeFen} /> },
            { label: secondLabel, value: (row) => <Money fen={row[second]} /> },
            { label: t('reports:field.plays'), value: ({ plays }) => plays.toLocaleString() },
          ],
        }}
      />
      <Text size="sm" c="dimmed" className={classes.onTouch}>
        {t('reports:chart.tapTwice')}
      </Text>
    </>
  );
}

const sourceColours: Record<IncomeSource, string> = {
  wechat: 'var(--chart-1)',
  alipay: 'var(--chart-2)',
  counter: 'var(--chart-3)',
  balance: 'var(--chart-4)',
  machines: 'var(--chart-5)',
  groupBuy: 'var(--chart-6)',
};

/** Ways of paying. */
export function Shares({ data }: { data: Trends }) {
  const t = useText();
  const shown = data.sources.filter(({ incomeFen }) => incomeFen > 0);
  if (shown.length === 0) return <Text c="dimmed">{t('reports:page.nothing')}</Text>;
  return (
    <ShareChart
      title={t('reports:page.bySource')}
      of={t('reports:field.source')}
      format={yuan}
      data={shown.map(({ source, incomeFen }) => ({
        name: t(`figures:incomeSource.${source}`),
        value: incomeFen,
        color: sourceColours[source],
      }))}
    />
  );
}

/** Sites, or the machines of one; a tap narrows the report to it. */
export function Ranking({ data }: { data: Trends }) {
  const t = useText();
  const narrow = useNarrow();
  if (data.ranking.length === 0) return <Text c="dimmed">{t('reports:page.nothing')}</Text>;
  const ofMachines = data.ranking.some(({ equipmentId }) => equipmentId !== null);
  return (
    <RankChart
      title={t('reports:chart.ranking')}
      of={t(ofMachines ? 'kit:thing.machineLabel' : 'kit:thing.siteLabel')}
      amount={t('reports:field.incomeFen')}
      bars={data.ranking.map((place) => ({
        key: (ofMachines ? place.equipmentId : place.fieldId) ?? '',
        name:
          (ofMachines
            ? place.equipmentNo !== null && `#${place.equipmentNo} ${place.equipmentName ?? ''}`
            : place.fieldName) || t('reports:page.nowhere'),
        amount: place.incomeFen,
        value: <Money fen={place.incomeFen} />,
      }))}
      onPick={(id) => narrow(ofMachines ? { equipmentId: id } : { fieldId: id })}
    />
  );
}

const everyHours = 4;

/** Hour by weekday: what one such hour brings. */
export function Heat({ data }: { data: Trends }) {
  const t = useText();
  const averageOf = (weekday: number, hour: number) =>
    data.hours.find((cell) => cell.weekday === weekday && cell.hour === hour)?.averageFen ?? null;
  const hours = Array.from({ length: hoursOfDay }, (_, hour) => hour);
  const best = data.hours.reduce<Trends['hours'][number] | undefined>(
    (most, cell) => ((cell.averageFen ?? 0) > (most?.averageFen ?? 0) ? cell : most),
    undefined,
  );
  const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const bestText = best
    ? t('reports:chart.best', {
        weekday: t(`reports:weekday.${best.weekday}`),
        hour: hourText(best.hour),
        amount: formatFen(best.averageFen ?? 0),
      })
    : t('reports:page.nothing');
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t('reports:chart.hoursHint')} {bestText}
      </Text>
      <HeatChart
        title={t('reports:chart.hours')}
        along={t('reports:chart.hour')}
        label={`${t('reports:chart.hours')}: ${bestText}`}
        rows={weekdays.map((weekday) => ({
          key: weekday,
          name: t(`reports:weekday.${weekday}`),
          values: hours.map((hour) => averageOf(weekday, hour)),
        }))}
        columns={hours.map((hour) => ({
          name: hourText(hour),
          short: hour % everyHours === 0 ? String(hour) : '',
        }))}
        format={yuan}
      />
    </>
  );
}
