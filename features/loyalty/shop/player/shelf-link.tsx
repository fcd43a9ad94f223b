import { GoodsTile } from '#features/loyalty/handover/player/public.ts';
import { useAnswer } from '#kit/player/answers.ts';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { shopContract } from '../contract.ts';
import { goodAddress, shelfAddress } from './addresses.ts';
import classes from './shop.module.css';

/** As many as one looks over while scrolling by. */
const fewGoods = 6;

/** The first goods of a shop and the way to all of them, where it sells some. */
export default function ShelfLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  const { data } = useAnswer(shopContract.listShelf, { fieldId, size: fewGoods });
  if (!data || data.records.length === 0) return null;
  const title = t('shop:shelf.title');
  // the texts of the shop come a moment after this page's own
  if (title === '') return null;
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{title}</h2>
        <AppLink to={shelfAddress(fieldId)} className={classes.link}>
          {t('shop:shelf.all', { goods: data.total })}
        </AppLink>
      </div>
      <ul className={classes.row}>
        {data.records.map((good) => (
          <GoodsTile key={good.goodId} to={goodAddress(fieldId, good.goodId)} good={good} />
        ))}
      </ul>
    </section>
  );
}
