import { useEffect, useState } from 'react';
import { payWith } from '#features/money/payments/web/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { PaymentSheet } from '#kit/player/payment-sheet.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { ownOrderPath, progressPath } from './addresses.ts';
import { PlayResult } from './odds.tsx';
import type { OrderProgress } from './order-standing.ts';
import { Amount, Outcome } from './outcome.tsx';
import { PriceLines } from './price-lines.tsx';
import { Steps } from './steps.tsx';
import { OrderTurn } from './turn.tsx';
import { type Prepared, takePrepared } from './use-pay.ts';

const { cancelOrder, continuePayment, findOpenOrder, readOrderState } = ordersContract;

/** Somebody waits for the machine to move; what staff look into takes longer. */
const askEveryMs = 1000;
const askFaultyEveryMs = 10_000;

/** Bought without a machine: there one sees what one has now. */
function homeOf({ kind, orderNumber }: OrderProgress) {
  if (kind === 'card') return ['/my_card', 'myCards'] as const;
  if (kind === 'goods') return [ownOrderPath(orderNumber), 'myGoods'] as const;
  return ['/program', 'home'] as const;
}

const ended: readonly OrderProgress['state'][] = ['fulfilled', 'partlyFulfilled', 'refunded', 'closed'];
const isOver = ({ state, faulty }: OrderProgress) => !faulty && ended.includes(state);
const pauseMs = (progress: OrderProgress) =>
  isOver(progress) ? undefined : progress.faulty ? askFaultyEveryMs : askEveryMs;

/** The machine played; whether it tells of prizes, the server knows. */
const tellsResult = ({ kind, byMachine, state }: OrderProgress) =>
  kind === 'play' && byMachine && (state === 'fulfilled' || state === 'partlyFulfilled');

/** /start_equip: from paying to the machine's word. Opened again, whenever and wherever, it finds the order. */
export default function StartEquip() {
  const t = useText();
  const orderNumber = useQuery().get('orderNumber') ?? '';
  const player = usePlayer();
  if (!player)
    return (
      <Page bar={<Bar title={t('play:screen.start')} />} centred>
        <Blank title={t('play:start.logIn')}>
          <LinkButton to={askAddress(location.pathname + location.search)}>{t('play:buy.logIn')}</LinkButton>
        </Blank>
      </Page>
    );
  return orderNumber ? <Progress key={orderNumber} orderNumber={orderNumber} /> : <FindOrder />;
}

function FindOrder() {
  const t = useText();
  const { data, failure, again } = useAnswer(findOpenOrder, {});
  const found = data?.orderNumber;
  useEffect(() => {
    if (found) navigation.go(progressPath(found), { replace: true });
  }, [found]);
  return (
    <Page bar={<Bar title={t('play:screen.start')} />} centred>
      {failure ? (
        <Blank title={t('kit:ui.loadFailed')} hint={failure}>
          <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
        </Blank>
      ) : data && !found ? (
        <Blank title={t('play:start.nothing')} hint={t('play:start.scan')} />
      ) : (
        <Skeleton count={3} />
      )}
    </Page>
  );
}

function Progress({ orderNumber }: { orderNumber: string }) {
  const t = useText();
  const { data, failure, final, again } = useAnswer(readOrderState, { orderNumber }, { everyMs: pauseMs });
  const bar = <Bar title={t('play:screen.start')} />;
  if (final)
    return (
      <Page bar={bar} centred>
        <Blank title={t('play:start.unknown')} hint={t('play:start.scan')} />
      </Page>
    );
  if (!data)
    return (
      <Page bar={bar}>
        {failure ? (
          <Blank title={t('kit:ui.loadFailed')} hint={failure}>
            <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
          </Blank>
        ) : (
          <Skeleton count={3} />
        )}
      </Page>
    );
  const over = isOver(data) || data.faulty;
  const isPaid = data.state !== 'created' && data.state !== 'closed';
  const [homePath, homeName] = homeOf(data);
  const machineCode = new URLSearchParams(data.machinePath?.split('?')[1]).get('equipmentId');
  return (
    <Page
      bar={data.byMachine ? bar : <Bar title={t('play:start.payment')} />}
      foot={
        data.state === 'created' ? (
          <Payment progress={data} onChange={again} />
        ) : (
          over && (
            <LinkButton to={data.machinePath ?? homePath}>
              {t(data.machinePath ? 'play:start.back' : `play:start.${homeName}`)}
            </LinkButton>
          )
        )
      }
    >
      {failure && <Notice tone="warn">{failure}</Notice>}
      <Outcome progress={data} />
      {tellsResult(data) && <PlayResult orderNumber={orderNumber} />}
      {data.byMachine && machineCode && !over && (
        <OrderTurn equipmentId={machineCode} unpaid={data.state === 'created'} />
      )}
      {data.state !== 'closed' && <Steps progress={data} />}
      {data.priceLines.length > 0 && (
        <Card heading={data.title}>
          <PriceLines lines={data.priceLines} name={data.title} totalFen={data.amount} paid={isPaid} />
        </Card>
      )}
      <Card>
        <Facts
          facts={[
            { name: t('play:start.bought'), value: data.title },
            { name: t('play:start.amount'), value: <Amount unit={data.unit} amount={data.amount} /> },
            { name: t('play:start.way'), value: t(`play:payWay.${data.payWay}`) },
            ...(data.equipmentNo === null
              ? []
              : [{ name: t('play:field.machine'), value: t('play:number', { number: data.equipmentNo }) }]),
            { name: t('play:start.number'), value: data.orderNumber },
          ]}
        />
      </Card>
    </Page>
  );
}

/** Paying: at once for a player who comes from choosing, at a button for one who comes back. */
function Payment({ progress, onChange }: { progress: OrderProgress; onChange: () => Promise<void> }) {
  const t = useText();
  const { orderNumber } = progress;
  const [prepared, setPrepared] = useState<Prepared | undefined>(() => takePrepared(orderNumber));
  const { send, busy, refusal } = useSend(continuePayment);
  const cancelling = useSend(cancelOrder);
  const go = async () => {
    const again = await send({ orderNumber });
    if (again?.state === 'created') setPrepared(again);
    else await onChange();
  };
  return (
    <>
      {(refusal ?? cancelling.refusal) && <Notice tone="bad">{refusal ?? cancelling.refusal}</Notice>}
      <Button busy={busy} onClick={() => void go()}>
        {t('play:start.pay')} <Amount unit={progress.unit} amount={progress.amount} />
      </Button>
      <Button
        kind="plain"
        busy={cancelling.busy}
        onClick={() => void cancelling.send({ orderNumber }).then(onChange)}
      >
        {t('play:start.cancel')}
      </Button>
      <PaymentSheet
        open={prepared !== undefined}
        title={progress.title}
        amountFen={progress.amount}
        pay={(options) => payWith(prepared ?? {}, options)}
        state="waiting"
        onClose={() => setPrepared(undefined)}
      />
    </>
  );
}
