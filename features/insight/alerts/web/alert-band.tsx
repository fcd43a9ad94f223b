import { Title } from '@mantine/core';
import { formatDate } from '#kit/kernel/time.ts';
import { ExpectedChart } from '#kit/pages/charts.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { type AlertRecord, alertsContract } from '../contract.ts';

const timeOf = (at: string) => formatDate(new Date(at), 'm-d H:M');
const amount = (value: number) => Math.round(value).toLocaleString();

/** What the machine should have done by its own past, and what it did. */
export function AlertBand({ alert }: { alert: AlertRecord }) {
  return (
    <Loaded call={[alertsContract.readPicture, { id: alert.id }]} skeleton="block">
      {({ points }) => (points.length > 1 ? <Picture alert={alert} points={points} /> : null)}
    </Loaded>
  );
}

interface Point {
  at: string;
  low: number;
  middle: number;
  high: number;
  was: number;
}

function Picture({ alert, points }: { alert: AlertRecord; points: readonly Point[] }) {
  const t = useText();
  const last = points.at(-1) as Point;
  const what = t(`alerts:counts.${alert.kind}`);
  return (
    <section aria-labelledby={`band-${alert.id}`}>
      <Title order={3} size="h5" mt="md" mb={2} id={`band-${alert.id}`}>
        {t('alerts:band.title', { what })}
      </Title>
      <Hint mb="xs">{t('alerts:band.hint')}</Hint>
      <ExpectedChart
        title={t('alerts:band.title', { what })}
        along={t('alerts:band.hour')}
        points={points}
        timeOf={timeOf}
        format={amount}
        label={t('alerts:band.label', {
          what,
          was: amount(last.was),
          low: amount(last.low),
          high: amount(last.high),
        })}
        names={{
          was: t('alerts:band.was'),
          middle: t('alerts:band.middle'),
          band: t('alerts:band.band'),
        }}
      />
    </section>
  );
}
