import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Money } from '#kit/player/amount.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Page } from '#kit/player/page.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { playContract, type ShelfLane } from '../contract.ts';
import { Description } from './description.tsx';
import { type Basket, LaneShelf } from './lane-shelf.tsx';
import { MachineCard } from './machine-card.tsx';
import { askEveryMs, hasFoot, MachineFoot, MachineFrame, MachineHead, type Shown } from './machine-frame.tsx';
import { OddsCard } from './odds.tsx';
import { Own, passOf } from './offer-list.tsx';
import { isKeptAway, mayWait, TurnButtons, useTurnNews } from './turn.tsx';
import { usePay } from './use-pay.ts';

type Shelf = OutputOf<typeof playContract.readShelf>;

/** /index2: the lanes of a vending, lipstick or cabinet machine as a shelf to take from. */
export default function ShelfPage() {
  return <MachineFrame>{(shown) => <Shelving {...shown} />}</MachineFrame>;
}

/** What was taken, as far as it is still there. */
const kept = (basket: Basket, { lanes }: Shelf): Basket =>
  new Map(
    lanes.flatMap(({ lane, stock, onSale }) => {
      const pieces = onSale ? Math.min(basket.get(lane) ?? 0, stock) : 0;
      return pieces > 0 ? [[lane, pieces] as const] : [];
    }),
  );

function Shelving({ machine, scanned, again, failure }: Shown) {
  const t = useText();
  const {
    data: shelf,
    failure: shelfFailure,
    again: shelfAgain,
  } = useAnswer(playContract.readShelf, scanned, { everyMs: askEveryMs });
  useTurnNews(scanned.equipmentId, shelfAgain);
  const turn = shelf?.turn ?? null;
  const [taken, setTaken] = useState<Basket>(new Map());
  const basket = shelf ? kept(taken, shelf) : taken;
  const sold = machine.price !== null;
  return (
    <PullToRefresh onRefresh={again}>
      <Page
        foot={
          hasFoot(machine, sold) && (
            <MachineFoot machine={machine} again={again} sold={sold}>
              {mayWait(turn, machine.state) && (
                <TurnButtons equipmentId={scanned.equipmentId} turn={turn} again={shelfAgain} />
              )}
              {shelf && machine.state === 'ready' && !isKeptAway(turn) && (
                <PayShelf equipmentId={scanned.equipmentId} shelf={shelf} basket={basket} />
              )}
            </MachineFoot>
          )
        }
      >
        <MachineHead machine={machine} turn={turn} />
        {shelf && <Own {...shelf} />}
        {shelf && shelf.lanes.length === 0 && <Blank title={t('play:shelf.empty')} />}
        {shelf && <LaneShelf shelf={shelf} basket={basket} onChange={setTaken} />}
        {!shelf && !shelfFailure ? (
          <Skeleton count={4} />
        ) : (
          <>
            <OddsCard odds={machine.odds} type={machine.type} />
            <Description equipmentId={scanned.equipmentId} />
            <MachineCard machine={machine} withPrice={false} />
          </>
        )}
        {(failure ?? shelfFailure) && <Notice tone="warn">{failure ?? shelfFailure}</Notice>}
      </Page>
    </PullToRefresh>
  );
}

/** All that was taken in one order; each way to pay that is enough for it is a button, the usual one first. */
function PayShelf(props: { equipmentId: string; shelf: Shelf; basket: Basket }) {
  const { shelf, basket } = props;
  const t = useText();
  const { pay, busy, refusal } = usePay(props.equipmentId);
  const sumOf = (fen: (lane: ShelfLane) => number) =>
    shelf.lanes.reduce((sum, lane) => sum + (basket.get(lane.lane) ?? 0) * fen(lane), 0);
  const totalFen = sumOf(({ priceFen }) => priceFen);
  const savedFen = sumOf(({ usualFen }) => usualFen) - totalFen;
  const ways = shelf.payWays.filter((way) => {
    if (way === 'balance') return (shelf.purse?.balanceFen ?? 0) >= totalFen;
    return way !== 'coin';
  });
  if (basket.size === 0) return <Notice>{t('play:shelf.choose')}</Notice>;
  if (ways.length === 0) return <Notice tone="warn">{t('play:buy.noWay')}</Notice>;
  const lanes = [...basket].map(([lane, pieces]) => `${lane}:${pieces}`).join(',');
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {savedFen > 0 && (
        <Notice tone="good">
          {t('play:shelf.saved')} <Money fen={savedFen} />
        </Notice>
      )}
      {ways.map((way, place) => (
        <Button
          key={way}
          kind={place === 0 ? 'main' : 'soft'}
          busy={busy}
          onClick={() => void pay({ lanes }, way, totalFen)}
        >
          {passOf(shelf, way) ? (
            t(`play:buy.${way}`, { count: 1 })
          ) : (
            <>
              {t('play:shelf.pay', { way: t(`play:payWay.${way}`) })} <Money fen={totalFen} />
            </>
          )}
        </Button>
      ))}
    </>
  );
}
