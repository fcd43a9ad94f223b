import { useState } from 'react';
import { momentText } from '#features/people/program/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { CodeText, QrCode } from '#kit/player/code.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge, Notice } from '#kit/player/notice.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract, ownExchangeChanged } from '../contract.ts';
import { pickupCodeIn } from '../rules/pickup-code.ts';
import { ordersPath, storePath } from './addresses.ts';
import classes from './exchange.module.css';
import { OwnOrders, stateTones } from './own-orders.tsx';

const { readOwnExchange, cancelOwnExchange } = exchangeContract;
type Order = OutputOf<typeof readOwnExchange>;

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
    readOwnExchange,
    { id },
    { everyMs: ({ state }) => (state === 'ready' ? askEveryMs : undefined) },
  );
  useLive(ownExchangeChanged, () => void answer.again());
  return (
    <Answered answer={answer} skeleton={<Skeleton shape="picture" />}>
      {(order) => <Shown order={order} onChanged={answer.again} />}
    </Answered>
  );
}

function Shown({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const t = useText();
  const { code, state } = order;
  return (
    <>
      {code && (
        <Card>
          <QrCode content={code} label={t('exchange:own.show')} />
          <CodeText code={pickupCodeIn(code) ?? code} label={t('exchange:own.code')} />
          {order.waitsUntil && (
            <p className={classes.hint}>{t('exchange:own.until', { at: momentText(order.waitsUntil) })}</p>
          )}
        </Card>
      )}
      <Card
        heading={order.goods}
        aside={<Badge tone={stateTones[state]}>{t(`exchange:state.${state}`)}</Badge>}
      >
        <Facts facts={factsOf(order, t)} />
      </Card>
      {order.cancellable && <Cancel order={order} onChanged={onChanged} />}
    </>
  );
}

function factsOf(order: Order, t: ReturnType<typeof useText>) {
  const facts: [key: string, value: string | null][] = [
    ['price', order.price],
    ['fieldName', order.fieldName ?? order.merchantName],
    ['way', t(`exchange:way.${order.way}`)],
    ['receiver', order.receiver],
    ['phone', order.phone],
    ['address', order.address],
    ['carrier', order.carrier],
    ['trackingNumber', order.trackingNumber],
    ['reason', order.reason],
    ['number', order.number],
    ['createdAt', momentText(order.createdAt)],
    ['endedAt', order.endedAt && momentText(order.endedAt)],
  ];
  return facts.flatMap(([key, value]) => (value ? [{ name: t(`exchange:ownField.${key}`), value }] : []));
}

function Cancel({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const { send, busy, refusal } = useSend(cancelOwnExchange);
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
