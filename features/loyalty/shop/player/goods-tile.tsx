import { Money } from '#kit/player/amount.tsx';
import { Badge } from '#kit/player/notice.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { ShelfGood } from '../contract.ts';
import { goodAddress } from './addresses.ts';
import classes from './shop.module.css';

/** From here on people are told how many there are. */
const fewLeft = 5;

/** One good on the shelf: what it looks like, what it is and what it costs. */
export function GoodsTile({ fieldId, good }: { fieldId: string; good: ShelfGood }) {
  const t = useText();
  const { goodId, name, picture, priceFen, free } = good;
  return (
    <li className={classes.tile} data-over={free <= 0 || undefined}>
      <AppLink to={goodAddress(fieldId, goodId)} className={classes.tileLink}>
        <Picture src={picture ?? ''} alt={name} shape="square" />
        <span className={classes.tileName}>{name}</span>
        <span className={classes.tileFoot}>
          <Money fen={priceFen} />
          {free <= 0 ? (
            <Badge>{t('shop:shelf.soldOut')}</Badge>
          ) : (
            free <= fewLeft && <Badge tone="warn">{t('shop:shelf.fewLeft', { pieces: free })}</Badge>
          )}
        </span>
      </AppLink>
    </li>
  );
}
