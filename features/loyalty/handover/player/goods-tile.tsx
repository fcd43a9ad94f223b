import { Badge } from '#kit/player/notice.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './handover.module.css';

export interface ShelvedGood {
  goodId: string;
  name: string;
  picture: string | null;
  /** in words */
  price: string;
  free: number;
}

/** From here on people are told how many there are. */
const fewLeft = 5;

/** One good on the shelf: what it looks like, what it is and what it costs. */
export function GoodsTile({ to, good }: { to: string; good: ShelvedGood }) {
  const t = useText();
  const { name, picture, price, free } = good;
  return (
    <li className={classes.tile} data-over={free <= 0 || undefined}>
      <AppLink to={to} className={classes.tileLink}>
        <Picture src={picture ?? ''} alt={name} shape="square" />
        <span className={classes.tileName}>{name}</span>
        <span className={classes.tileFoot}>
          <span className={classes.price}>{price}</span>
          {free <= 0 ? (
            <Badge>{t('handover:shelf.soldOut')}</Badge>
          ) : (
            free <= fewLeft && <Badge tone="warn">{t('handover:shelf.fewLeft', { pieces: free })}</Badge>
          )}
        </span>
      </AppLink>
    </li>
  );
}
