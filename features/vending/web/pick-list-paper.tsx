import { createPortal } from 'react-dom';
import { formatDate } from '#kit/kernel/time.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { RoundDetail } from '../contract/stock.ts';
import classes from './pick-list-paper.module.css';
import { useDeviceName } from './with-device.tsx';

/** The round on paper: boxes to tick with a pen. On the screen it is not there. */
export function PickListPaper({ round }: { round: RoundDetail }) {
  const t = useText();
  const nameOf = useDeviceName();
  return createPortal(
    <div className={classes.paper} aria-hidden>
      <h1>{t('vending:paper.title')}</h1>
      <p>
        {[
          formatDate(new Date(round.createdAt), 'Y-m-d H:M'),
          round.userName,
          round.fieldNames.join(t('vending:round.and')),
          t('vending:round.pieces', { count: round.pieces }),
        ].join(' · ')}
      </p>
      <h2>{t('vending:paper.takeAlong')}</h2>
      <table>
        <thead>
          <tr>
            <th className={classes.tick} />
            <th>{t('vending:field.product')}</th>
            <th>{t('vending:field.partnerNumber')}</th>
            <th>{t('vending:field.packingTip')}</th>
            <th>{t('vending:field.expiryDate')}</th>
            <th className={classes.number}>{t('vending:paper.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {round.products.map((product) => (
            <tr key={product.templateId}>
              <td className={classes.tick}>{product.packed ? '☑' : '☐'}</td>
              <td>{product.templateName}</td>
              <td>{product.partnerNumber}</td>
              <td>{product.packingTip}</td>
              <td>
                {product.expiry
                  ? t(`vending:expiry.${product.expiry}`, { date: product.expiryDate ?? '' })
                  : product.expiryDate}
              </td>
              <td className={classes.number}>{product.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {round.stops.map((stop) => (
        <section key={stop.equipmentId}>
          <h2>{[stop.fieldName, stop.device ? nameOf(stop.device) : '', stop.device?.code].join(' · ')}</h2>
          <table>
            <thead>
              <tr>
                <th className={classes.tick} />
                <th className={classes.number}>{t('vending:field.lane')}</th>
                <th>{t('vending:field.product')}</th>
                <th className={classes.number}>{t('vending:paper.planned')}</th>
                <th className={classes.number}>{t('vending:paper.really')}</th>
              </tr>
            </thead>
            <tbody>
              {stop.lanes.map((lane) => (
                <tr key={lane.lane}>
                  <td className={classes.tick}>{lane.filled === null ? '☐' : '☑'}</td>
                  <td className={classes.number}>{lane.lane}</td>
                  <td>
                    {lane.wasEmpty
                      ? t('vending:paper.emptyLane', { name: lane.templateName })
                      : lane.templateName}
                  </td>
                  <td className={classes.number}>{lane.planned}</td>
                  <td className={classes.number}>{lane.filled}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>,
    document.body,
  );
}
