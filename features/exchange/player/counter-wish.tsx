import { type SubmitEvent, useState } from 'react';
import { PasswordField, payPasswordPattern } from '#features/program/player/public.ts';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton, SubmitButton } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type CounterWish, exchangeContract, ownExchangeChanged } from '../contract.ts';
import { orderAddress } from './addresses.ts';
import classes from './exchange.module.css';

const { readCounterWish, confirmExchange, refuseExchange } = exchangeContract;

/** Not every network lets sockets through, and somebody stands at the counter. */
const askEveryMs = 4000;

/** What the counter hands out for points, or wants to: then the player says yes or no. */
export function CounterWishCard() {
  const t = useText();
  const { data, again } = useAnswer(readCounterWish, {}, { everyMs: askEveryMs });
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
  const [password, setPassword] = useState('');
  const [untyped, setUntyped] = useState(false);
  const agreeing = useSend(confirmExchange);
  const refusing = useSend(refuseExchange);
  const { id, needsPassword } = wish;
  const refuse = () => void refusing.send({ id }).then(onEnd);
  const agree = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = needsPassword && !payPasswordPattern.test(password);
    setUntyped(missing);
    if (missing) return;
    const done = await agreeing.send({ id, ...(needsPassword && { password }) });
    if (!done) setPassword('');
    await onEnd();
  };
  const refusal = agreeing.refusal ?? refusing.refusal;
  return (
    <Sheet open title={t('exchange:ask.title')} onClose={refuse}>
      <form className={classes.form} onSubmit={(event) => void agree(event)} noValidate>
        <p className={classes.hint}>
          {t('exchange:ask.asks', { shop: wish.fieldName ?? wish.merchantName })}
        </p>
        <p className={classes.title}>{wish.goods}</p>
        <p className={classes.bigPrice}>{wish.price}</p>
        {needsPassword && (
          <PasswordField
            label={t('program:password.password')}
            value={password}
            onChange={setPassword}
            error={untyped ? t('program:error.sixDigits') : undefined}
          />
        )}
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <SubmitButton busy={agreeing.busy}>{t('exchange:ask.yes')}</SubmitButton>
        <Button kind="plain" busy={refusing.busy} onClick={refuse}>
          {t('exchange:ask.no')}
        </Button>
      </form>
    </Sheet>
  );
}
