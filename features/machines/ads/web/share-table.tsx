import type { OutputOf } from '#kit/contract/endpoint.ts';
import { HeatMap } from '#kit/drawings/heat-map.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { adsContract } from '../contract.ts';
import classes from './ads.module.css';

type Shares = OutputOf<typeof adsContract.previewPlacement>;

const basis = 100;
const named = 6;

/** Which part of each hour a group would have, machine by machine: as a picture, and in figures below. */
export function ShareTable({ day, machines }: Shares) {
  const t = useText();
  const columns = Array.from({ length: 24 }, (_, hour) => (hour % named === 0 ? String(hour) : ''));
  const percent = (share: number) => Math.round(share / basis);
  return (
    <section>
      <Hint mb="xs">{t('ads:place.sharesOf', { day })}</Hint>
      <HeatMap
        label={t('ads:place.shares')}
        columns={columns}
        rows={machines.map(({ equipmentId, name, hours }) => ({ key: equipmentId, name, values: hours }))}
        nameOf={({ name, values }, hour) =>
          t('ads:place.share', { name, hour, percent: percent(values[hour] ?? 0) })
        }
      />
      <div className={classes.scroll}>
        <table className={classes.shares}>
          <thead>
            <tr>
              <th scope="col">{t('kit:thing.machineLabel')}</th>
              <th scope="col">{t('ads:place.least')}</th>
              <th scope="col">{t('ads:place.most')}</th>
              <th scope="col">{t('ads:place.shownHours')}</th>
            </tr>
          </thead>
          <tbody>
            {machines.map(({ equipmentId, name, hours }) => {
              const shown = hours.filter((share) => share > 0);
              return (
                <tr key={equipmentId}>
                  <th scope="row">{name}</th>
                  <td>{t('kit:ui.percent', { value: percent(Math.min(...shown)) })}</td>
                  <td>{t('kit:ui.percent', { value: percent(Math.max(...shown)) })}</td>
                  <td>{shown.length}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
