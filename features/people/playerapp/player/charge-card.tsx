import { Money } from '#kit/player/amount.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type OwnCharge, ownChargeChanged, playerAppContract } from '../contract.ts';
import { CounterAsk, counterAskEveryMs } from './counter-ask.tsx';
import { orderAddress } from './order-row.tsx';
import classes from './player-app.module.css';

const { readOwnCharge, confirmCharge, refuseCharge } = playerAppContract;

/** What the shop took by the code, or wants to take: then the player says yes or no. */
export function ChargeCard() {
  const t = useText();
  const { data, again } = useAnswer(readOwnCharge, {}, { everyMs: counterAskEveryMs });
  useLive(ownChargeChanged, () => void again());
  const charge = data?.charge;
  if (!charge) return null;
  if (charge.state === 'asked') return <Ask key={charge.id} charge={charge} onEnd={again} />;
  return (
    <Notice tone={charge.state === 'paid' ? 'good' : 'warn'}>
      {t(`playerapp:charge.${charge.state}`, { shop: charge.fieldName ?? charge.merchantName })}{' '}
      <Money fen={charge.amountFen} /> · {charge.reason}
      {charge.orderNumber && (
        <LinkButton kind="plain" to={orderAddress(charge.orderNumber)}>
          {t('playerapp:charge.order')}
        </LinkButton>
      )}
    </Notice>
  );
}

function Ask({ charge, onEnd }: { charge: OwnCharge; onEnd: () => Promise<void> }) {
  const t = useText();
  return (
    <CounterAsk
      wish={charge}
      words={{
        title: t('playerapp:charge.title'),
        yes: t('playerapp:charge.yes'),
        no: t('playerapp:charge.no'),
      }}
      agreeing={useSend(confirmCharge)}
      refusing={useSend(refuseCharge)}
      onEnd={onEnd}
    >
      <p className={classes.hint}>
        {t('playerapp:charge.asks', { shop: charge.fieldName ?? charge.merchantName, reason: charge.reason })}
      </p>
      <Money fen={charge.amountFen} big />
    </CounterAsk>
  );
}
