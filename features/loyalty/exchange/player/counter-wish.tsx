import { useState } from 'react';
import { type GoodsPayWay, ownHandoverChanged } from '#features/loyalty/handover/contract.ts';
import { PayChoice } from '#features/loyalty/handover/player/public.ts';
import { CounterAsk, counterAskEveryMs } from '#features/people/playerapp/player/public.ts';
import { followOrder } from '#features/selling/play/player/public.ts';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type CounterWish, exchangeContract } from '../contract.ts';
import { orderAddress, payAddress } from './addresses.ts';
import classes from './exchange.module.css';

const { readCounterWish, confirmExchange, refuseExchange } = exchangeContract;

/** What the counter hands out for points, or wants to: then the player says yes or no. */
export default function CounterWishCard() {
  const t = useText();
  const { data, again } = useAnswer(readCounterWish, {}, { everyMs: counterAskEveryMs });
  useLive(ownHandoverChanged, () => void again());
  const wish = data?.wish;
  if (!wish) return null;
  if (wish.state === 'asked') return <Ask key={wish.id} wish={wish} onEnd={again} />;
  if (wish.state === 'unpaid' && wish.orderNumber)
    return (
      <Notice tone="warn">
        {t('exchange:ask.unpaid', { goods: wish.goods })}
        <LinkButton to={payAddress(wish.orderNumber)}>{t('exchange:own.pay')}</LinkButton>
      </Notice>
    );
  if (wish.state !== 'done') return null;
  return (
    <Notice tone="good">
      {t('exchange:ask.done', {
        shop: wish.fieldName ?? wish.merchantName,
        goods: wish.goods,
        price: wish.price,
      })}
      <LinkButton kind="plain" to={orderAddress(wish.id)}>
        {t('exchange:ask.order')}
      </LinkButton>
    </Notice>
  );
}

function Ask({ wish, onEnd }: { wish: CounterWish; onEnd: () => Promise<void> }) {
  const t = useText();
  const [wanted, setWanted] = useState<GoodsPayWay>();
  const payWay = wish.payWays.find((one) => one === wanted) ?? wish.payWays[0];
  const confirming = useSend(confirmExchange);
  const agree = async (input: { id: string; password?: string }) => {
    const said = await confirming.send({ ...input, ...(payWay && { payWay }) });
    // what the balance paid is handed over; the rest is paid where every order is
    if (said?.order?.state === 'created') followOrder(said.order);
    return said;
  };
  return (
    <CounterAsk
      wish={{
        id: wish.id,
        needsPassword: wish.needsPassword || (wish.balanceNeedsPassword && payWay === 'balance'),
      }}
      words={{ title: t('exchange:ask.title'), yes: t('exchange:ask.yes'), no: t('exchange:ask.no') }}
      agreeing={{ ...confirming, send: agree }}
      refusing={useSend(refuseExchange)}
      onEnd={onEnd}
    >
      <p className={classes.hint}>{t('exchange:ask.asks', { shop: wish.fieldName ?? wish.merchantName })}</p>
      <p className={classes.title}>{wish.goods}</p>
      <p className={classes.bigPrice}>{wish.price}</p>
      <PayChoice ways={wish.payWays} chosen={payWay} balanceFen={wish.balanceFen} onChoose={setWanted} />
    </CounterAsk>
  );
}
