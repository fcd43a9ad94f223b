import orderWays from 'virtual:slots/orderWays';
import shopOrderParts from 'virtual:slots/shopOrderParts';
import { useState } from 'react';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { ForPlayer } from '#kit/player/for-player.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { AskHelp } from './ask-help.tsx';
import { isOfShop, OrderBadge, ordersPath, placeText } from './order-row.tsx';
import { momentText, SignedAmount } from './own-texts.tsx';
import classes from './player-app.module.css';

type Order = OutputOf<typeof ordersContract.readOwnOrder>;

const underWay: readonly Order['standing'][] = ['created', 'paid', 'fulfilling', 'refunding'];
const askEveryMs = 3000;

/** /program/my/OrdersCenter/OrderDetails: one order from beginning to end, and the way to ask for help with it. */
export default function OrderPage() {
  const t = useText();
  const orderNumber = useQuery().get('orderNumber') ?? '';
  const title = t('playerapp:screen.order');
  return (
    <ForPlayer title={title} hint={t('playerapp:orders.nobodyHint')} back={ordersPath}>
      {() =>
        /^\d{1,20}$/.test(orderNumber) ? (
          <OneOrder key={orderNumber} orderNumber={orderNumber} />
        ) : (
          <Page bar={<Bar title={title} back={ordersPath} />}>
            <Blank title={t('playerapp:order.which')}>
              <LinkButton to={ordersPath}>{t('playerapp:screen.orders')}</LinkButton>
            </Blank>
          </Page>
        )
      }
    </ForPlayer>
  );
}

function OneOrder({ orderNumber }: { orderNumber: string }) {
  const t = useText();
  const answer = useAnswer(
    ordersContract.readOwnOrder,
    { orderNumber },
    { everyMs: ({ standing }) => (underWay.includes(standing) ? askEveryMs : undefined) },
  );
  const [asks, setAsks] = useState(false);
  const { data } = answer;
  return (
    <Page
      bar={<Bar title={t('playerapp:screen.order')} back={ordersPath} />}
      foot={data?.paidAt && <Ways order={data} onAsk={() => setAsks(true)} />}
    >
      <Answered answer={answer}>{(order) => <Told order={order} onChanged={answer.again} />}</Answered>
      {data && (
        <AskHelp
          order={asks ? data : undefined}
          onClose={() => setAsks(false)}
          onAsked={() => {
            setAsks(false);
            void answer.again();
          }}
        />
      )}
    </Page>
  );
}

/** What one can do about an order that was paid. */
function Ways({ order, onAsk }: { order: Order; onAsk: () => void }) {
  const t = useText();
  return (
    <>
      {order.canAsk && (
        <Button kind="soft" onClick={onAsk}>
          {t('playerapp:help.ask')}
        </Button>
      )}
      {order.fieldName !== null &&
        orderWays.map(({ feature, filling: Way }) => <Way key={feature} orderNumber={order.orderNumber} />)}
    </>
  );
}

function Told({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const t = useText();
  const { unit } = order;
  return (
    <>
      <Card>
        <div className={classes.orderHead}>
          <h2 className={classes.shopName}>{order.title}</h2>
          <OrderBadge order={order} />
        </div>
        <span className={classes.big}>
          <SignedAmount unit={unit} amount={order.totalAmount} plain />
        </span>
        {order.refundedAmount > 0 && (
          <p className={classes.hint}>
            {t('playerapp:order.back')} <SignedAmount unit={unit} amount={order.refundedAmount} plain />
          </p>
        )}
      </Card>
      {isOfShop(order) &&
        shopOrderParts.map(({ feature, filling: Part }) => (
          <Part key={feature} orderNumber={order.orderNumber} onChanged={onChanged} />
        ))}
      {order.standing === 'needsHelp' && <Notice tone="warn">{t('playerapp:order.lookedAt')}</Notice>}
      <Card heading={t('playerapp:order.timeline')}>
        <ol className={classes.timeline}>
          {order.timeline.map(({ at, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added
            <li key={place}>
              <span>{text}</span>
              <time dateTime={at} className={classes.aside}>
                {momentText(at)}
              </time>
            </li>
          ))}
        </ol>
      </Card>
      <Card heading={t('playerapp:order.price')}>
        <Facts
          facts={[
            ...order.priceLines.map(({ text, amountFen }, place) => ({
              name: `${place + 1}. ${text}`,
              value: <SignedAmount unit="fen" amount={amountFen} plain />,
            })),
            ...(order.priceLines.length > 0 ? [] : order.items).map((item, place) => ({
              name: order.items.length > 1 ? `${place + 1}. ${item.text}` : item.text,
              value: <SignedAmount unit={unit} amount={item.amount} plain />,
            })),
            {
              name: t('playerapp:order.total'),
              value: <SignedAmount unit={unit} amount={order.totalAmount} plain />,
            },
          ]}
        />
      </Card>
      <Card heading={t('playerapp:order.facts')}>
        <Facts
          facts={[
            { name: t('playerapp:order.shop'), value: placeText(order) },
            { name: t('playerapp:order.merchant'), value: order.merchantName },
            ...(order.equipmentNo === null
              ? []
              : [
                  {
                    name: t('playerapp:order.machine'),
                    value: [t('playerapp:machine', { number: order.equipmentNo }), order.typeName].join(
                      ' · ',
                    ),
                  },
                ]),
            ...(order.asked === null
              ? []
              : [
                  {
                    name: t('playerapp:order.pieces'),
                    value:
                      order.counted === null
                        ? t('playerapp:order.askedOnly', { asked: order.asked })
                        : t('playerapp:order.counted', { asked: order.asked, counted: order.counted }),
                  },
                ]),
            { name: t('playerapp:order.payWay'), value: t(`playerapp:payWay.${order.payWay}`) },
            ...(order.contactNumber
              ? [
                  {
                    name: t('playerapp:order.contact'),
                    value: (
                      <a className={classes.call} href={`tel:${order.contactNumber}`}>
                        {order.contactNumber}
                      </a>
                    ),
                  },
                ]
              : []),
            { name: t('playerapp:order.number'), value: order.orderNumber },
          ]}
        />
      </Card>
      {!order.canAsk && order.askRefusal && <p className={classes.hint}>{order.askRefusal}</p>}
    </>
  );
}
