import { Coins, Money } from '#kit/player/amount.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { Machine, MachinePrice } from '../contract.ts';
import classes from './machine.module.css';

const ownDataPath = '/program/my/modifyMaterials';

/** The price of one play, of a yuan's coins, or from the cheapest to the dearest piece. */
function Price({ price: { per, lowFen, highFen, coins } }: { price: MachinePrice }) {
  const t = useText();
  return (
    <Card heading={t(`play:price.${per}`)}>
      <div className={classes.price}>
        <Money fen={lowFen} big />
        {highFen > lowFen && (
          <>
            <span className={classes.to}>{t('play:price.to')}</span>
            <Money fen={highFen} big />
          </>
        )}
        {coins !== null && (
          <span className={classes.coins}>
            {t(per === 'coins' ? 'play:price.gives' : 'play:price.orCoins')} <Coins count={coins} />
          </span>
        )}
      </div>
    </Card>
  );
}

export function MachineCard({ machine, withPrice = true }: { machine: Machine; withPrice?: boolean }) {
  const t = useText();
  const player = usePlayer();
  const { price, merchantName, fieldName, equipmentNo } = machine;
  return (
    <>
      {withPrice && price && <Price price={price} />}
      <Card>
        <Facts
          facts={[
            { name: t('play:field.site'), value: fieldName },
            { name: t('play:field.machine'), value: t('play:number', { number: equipmentNo }) },
            { name: t('play:field.merchant'), value: merchantName },
            ...(player
              ? [
                  {
                    name: t('play:field.player'),
                    value: (
                      <AppLink to={ownDataPath} className={classes.link}>
                        {player.playerName || t('play:field.unnamed')}
                      </AppLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </>
  );
}
