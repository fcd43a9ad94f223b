import { useState } from 'react';
import { handoverContract, ownHandoverChanged } from '#features/loyalty/handover/contract.ts';
import { Claim, type OwnGoods } from '#features/loyalty/handover/player/public.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { ordersPath, payAddress, storePath } from './addresses.ts';
import classes from './exchange.module.css';
import { OwnOrders } from './own-orders.tsx';

const { readOwnHandover, cancelOwn } = handoverContract;

/** Not every network lets sockets through, and somebody stands at the counter. */
const askEveryMs = 4000;

/** /subIntegralStore/order: what one exchanged, and of one of them the pick-up code or where it is sent. */
export default function OrdersPage() {
  const t = useText();
  const id = useQuery().get('id');
  return (
    <OwnPage
      title={t(id ? 'exchange:own.one' : 'exchange:screen.own')}
      hint={t('exchange:own.nobodyHint')}
      back={id ? ordersPath : storePath}
    >
      {id ? <One key={id} id={id} /> : <OwnOrders />}
    </OwnPage>
  );
}

function One({ id }: { id: string }) {
  const answer = useAnswer(
    readOwnHandover,
    { id },
    { everyMs: ({ state }) => (state === 'ready' || state === 'unpaid' ? askEveryMs : undefined) },
  );
  useLive(ownHandoverChanged, () => void answer.again());
  return (
    <Answered answer={answer} skeleton={<Skeleton shape="picture" />}>
      {(order) => <Shown order={order} onChanged={answer.again} />}
    </Answered>
  );
}

function Shown({ order, onChanged }: { order: OwnGoods; onChanged: () => Promise<void> }) {
  const t = useText();
  return (
    <>
      <Claim goods={order} />
      {order.state === 'unpaid' && order.orderNumber && (
        <LinkButton to={payAddress(order.orderNumber)}>{t('exchange:own.pay')}</LinkButton>
      )}
      {order.cancellable && <Cancel order={order} onChanged={onChanged} />}
    </>
  );
}

function Cancel({ order, onChanged }: { order: OwnGoods; onChanged: () => Promise<void> }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const { send, busy, refusal } = useSend(cancelOwn);
  const cancel = async () => {
    const done = await send({ id: order.id });
    if (done) setAsked(false);
    await onChanged();
  };
  return (
    <>
      <Button kind="plain" onClick={() => setAsked(true)}>
        {t('exchange:own.cancel')}
      </Button>
      <Sheet open={asked} title={t('exchange:own.cancel')} onClose={() => setAsked(false)}>
        <div className={classes.form}>
          <p className={classes.hint}>{t('exchange:own.cancelHint', { price: order.price })}</p>
          {refusal && <Notice tone="bad">{refusal}</Notice>}
          <Button kind="danger" busy={busy} onClick={() => void cancel()}>
            {t('exchange:own.cancelYes')}
          </Button>
          <Button kind="plain" onClick={() => setAsked(false)}>
            {t('exchange:own.cancelNo')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
