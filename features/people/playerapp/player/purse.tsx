import { Coins, Money } from '#kit/player/amount.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './player-app.module.css';

interface Owned {
  balanceFen: number;
  coins: number;
  /** of them: what stands at other shops */
  elsewhereFen?: number;
  elsewhereCoins?: number;
}

/** Money and coins are two things: each says which it is. */
export function Purse({ balanceFen, coins, elsewhereFen = 0, elsewhereCoins = 0 }: Owned) {
  const t = useText();
  return (
    <>
      <div className={classes.purse}>
        <span>
          <span className={classes.label}>{t('playerapp:unit.fen')}</span>
          <Money fen={balanceFen} />
        </span>
        <span>
          <span className={classes.label}>{t('playerapp:unit.coin')}</span>
          <Coins count={coins} />
        </span>
      </div>
      {(elsewhereFen > 0 || elsewhereCoins > 0) && (
        <p className={classes.hint}>
          {t('playerapp:reach.elsewhere')} {elsewhereFen > 0 && <Money fen={elsewhereFen} />}{' '}
          {elsewhereCoins > 0 && <Coins count={elsewhereCoins} />}
        </p>
      )}
    </>
  );
}
