import type { OutputOf } from '#kit/contract/endpoint.ts';
import { HeatChart } from '#kit/pages/charts.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { adsContract } from '../contract.ts';

type Shares = OutputOf<typeof adsContract.previewPlacement>;

const basis = 100;
const named = 6;

/** Which part of each hour a group would have, machine by machine. */
export function ShareTable({ day, machines }: Shares) {
  const t = useText();
  const title = t('ads:place.sharesOf', { day });
  return (
    <section data-shares>
      <Hint mb="xs">{title}</Hint>
      <HeatChart
        title={title}
        along={t('ads:place.hour')}
        label={t('ads:place.shares')}
        columns={Array.from({ length: 24 }, (_, hour) => ({
          name: `${hour}:00`,
          short: hour % named === 0 ? String(hour) : '',
        }))}
        rows={machines.map(({ equipmentId, name, hours }) => ({ key: equipmentId, name, values: hours }))}
        format={(share) => t('kit:ui.percent', { value: Math.round(share / basis) })}
      />
    </section>
  );
}
