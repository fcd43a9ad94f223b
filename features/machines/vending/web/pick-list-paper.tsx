import { createPortal } from 'react-dom';
import { formatDate } from '#kit/kernel/time.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { RoundDetail } from '../contract/stock.ts';
import classes from './pick-list-paper.module.css';
import { useDeviceName } from './with-device.tsx';

const box = (done: boolean) => (done ? '☑' : '☐');

/** The round on paper: boxes to tick with a pen. On the screen it is not there. */
export function PickListPaper({ round }: { round: RoundDetail }) {
  const t = useText();
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
      <Products products={round.products} prizes={round.prizes} />
      {round.stops.map((stop) => (
        <Stop key={stop.equipmentId} stop={stop} />
      ))}
    </div>,
    document.body,
  );
}

function Products({ products, prizes }: Pick<RoundDetail, 'products' | 'prizes'>) {
  const t = useText();
  return (
    <>
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
          {products.map((product) => (
            <tr key={product.templateId}>
              <td className={classes.tick}>{box(product.packed)}</td>
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
          {prizes.map((prize) => (
            <tr key={prize.giftId}>
              <td className={classes.tick}>{box(prize.packed)}</td>
              <td>{prize.giftName}</td>
              <td />
              <td />
              <td />
              <td className={classes.number}>{prize.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Stop({ stop }: { stop: RoundDetail['stops'][number] }) {
  const t = useText();
  const nameOf = useDeviceName();
  return (
    <section>
      <h2>
        {[stop.fieldName, stop.device && nameOf(stop.device), stop.device?.code].filter(Boolean).join(' · ')}
      </h2>
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
          {stop.prize && (
            <tr>
              <td className={classes.tick}>{box(stop.prize.filled !== null)}</td>
              <td />
              <td>{stop.prize.giftName}</td>
              <td className={classes.number}>{stop.prize.planned}</td>
              <td className={classes.number}>{stop.prize.filled}</td>
            </tr>
          )}
          {stop.lanes.map(({ lane, templateName, planned, filled, wasEmpty }) => (
            <tr key={lane}>
              <td className={classes.tick}>{box(filled !== null)}</td>
              <td className={classes.number}>{lane}</td>
              <td>{wasEmpty ? t('vending:paper.emptyLane', { name: templateName }) : templateName}</td>
              <td className={classes.number}>{planned}</td>
              <td className={classes.number}>{filled}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
