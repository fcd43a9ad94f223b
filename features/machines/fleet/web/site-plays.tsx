import { Text } from '@mantine/core';
import { sitesContract } from '#features/base/sites/contract.ts';
import { Bars, barsOf } from '#kit/drawings/bars.tsx';
import { formatDate, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { BarsChart } from '#kit/pages/charts.tsx';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';

const askedAtOnce = 50;
const everyMs = minuteMs;
const usualPx = 28;
/** the line of words above and the closed table below */
const titlePx = 82;

/** The reader's sites in the order of the switcher, some at a time: a page that shows one of them asks for all of its part. */
function useNeighbours(fieldId: string): string[] {
  const { data = [] } = useCall(sitesContract.countUserSiteDevices, {});
  const at = data.findIndex((site) => site.fieldId === fieldId);
  const start = Math.floor(at / askedAtOnce) * askedAtOnce;
  return at < 0 ? [] : data.slice(start, start + askedAtOnce).map((site) => site.fieldId);
}

/** The hour that began so many full hours ago; the last one is still going on. */
const hourText = (ago: number) => formatDate(new Date(Date.now() - ago * hourMs), 'm-d H:00');

/** Plays at a site by the hour, wherever sites are shown; their room is there before the hours are. */
export default function SitePlays({
  fieldId,
  height = usualPx,
  titled = false,
}: {
  fieldId: string;
  height?: number;
  /** says in words what the bars are; elsewhere a column or a card does */
  titled?: boolean;
}) {
  const t = useText();
  const may = useCan(fleetContract.readSitePlays);
  const ids = useNeighbours(fieldId);
  const { data } = useCall(
    fleetContract.readSitePlays,
    { ids },
    { enabled: may && ids.length > 0, staleMs: everyMs, refetchMs: everyMs },
  );
  if (!may) return null;
  const hours = data?.find((site) => site.fieldId === fieldId)?.hours;
  const count = hours?.reduce((sum, hour) => sum + hour, 0);
  const label = count === undefined ? undefined : t('fleet:site.plays', { count });
  if (!hours || !label) return <div style={{ height: titled ? height + titlePx : height }} />;
  return titled ? (
    <>
      <Text size="sm" c="dimmed" mb={4}>
        {label}
      </Text>
      <BarsChart
        title={label}
        along={t('fleet:site.playsHour')}
        amount={t('fleet:site.playsCount')}
        bars={hours.map((value, index) => ({ name: hourText(hours.length - 1 - index), value }))}
        heightPx={height}
        label={label}
      />
    </>
  ) : (
    <Bars bars={barsOf(hours)} height={height} label={label} />
  );
}
