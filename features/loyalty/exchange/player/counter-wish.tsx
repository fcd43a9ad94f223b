import { CounterAsk, counterAskEveryMs } from '#features/people/program/player/public.ts';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type CounterWish, exchangeContract, ownExchangeChanged } from '../contract.ts';
import { orderAddress } from './addresses.ts';
import classes from './exchange.module.css';

const { readCounterWish, confirmExchange, refuseExchange } = exchangeContract;

/** What the counter hands out for points, or wants to: then the player says yes or no. */
export default function CounterWishCard() {
  const t = useText();
  const { data, again } = useAnswer(readCounterWish, {}, { everyMs: counterAskEveryMs });
  useLive(ownExchangeChanged, () => void again());
  const wish = data?.wish;
  if (!wish) return null;
  if (wish.state === 'asked') return <Ask key={wish.id} wish={wish} onEnd={again} />;
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
  return (
    <CounterAsk
      wish={wish}
      words={{ title: t('exchange:ask.title'), yes: t('exchange:ask.yes'), no: t('exchange:ask.no') }}
      agreeing={useSend(confirmExchange)}
      refusing={useSend(refuseExchange)}
      onEnd={onEnd}
    >
      <p className={classes.hint}>{t('exchange:ask.asks', { shop: wish.fieldName ?? wish.merchantName })}</p>
      <p className={classes.title}>{wish.goods}</p>
      <p className={classes.bigPrice}>{wish.price}</p>
    </CounterAsk>
  );
}
