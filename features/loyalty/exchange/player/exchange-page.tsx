import { useState } from 'react';
import { addressesContract } from '#features/base/players/contract/addresses.ts';
import type { ChosenWay, GoodsPayWay } from '#features/loyalty/handover/contract.ts';
import { PayChoice, Receive, Stepper } from '#features/loyalty/handover/player/public.ts';
import { askPayPassword } from '#features/people/playerapp/player/public.ts';
import { followOrder } from '#features/selling/play/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { useWish } from '#kit/player/wish.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { exchangeContract } from '../contract.ts';
import { exchangeAddress, orderAddress, storeAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import classes from './exchange.module.css';
import { type Good, GoodFacts, GoodHead } from './good-parts.tsx';

const { readStoreGood, readExchangeStore, priceExchange, exchangeGoods } = exchangeContract;
type Store = OutputOf<typeof readExchangeStore>;

/** /subIntegralStore/exchangeGood: which one, how many, fetched or sent, and the exchange itself. */
export default function ExchangePage() {
  const t = useText();
  const goodId = useQuery().get('goodId') ?? '';
  return (
    <AtShop title={t('exchange:screen.exchange')}>
      {(fieldId) => <Asked fieldId={fieldId} goodId={goodId} />}
    </AtShop>
  );
}

function Asked({ fieldId, goodId }: { fieldId: string; goodId: string }) {
  const t = useText();
  const store = useAnswer(readExchangeStore, { fieldId });
  const good = useAnswer(readStoreGood, { fieldId, goodId });
  if (store.data && good.data) return <Wish fieldId={fieldId} store={store.data} good={good.data} />;
  return (
    <Page bar={<Bar title={t('exchange:screen.exchange')} back={storeAddress(fieldId)} />}>
      <Answered answer={good} skeleton={<Skeleton shape="picture" />}>
        {() => (
          <Answered answer={store} skeleton={<Skeleton />}>
            {() => null}
          </Answered>
        )}
      </Answered>
    </Page>
  );
}

function Wish({ fieldId, store, good }: { fieldId: string; store: Store; good: Good }) {
  const t = useText();
  const player = usePlayer();
  const [wanted, setWanted] = useState<string>();
  const [pieces, setPieces] = useState(1);
  const [way, setWay] = useState<ChosenWay>('pickup');
  const [wantedAddress, setAddress] = useState<string>();
  const addresses = useAnswer(addressesContract.listAddresses, {}, { enabled: player !== undefined });
  // the one that was used last comes first
  const own = addresses.data ?? [];
  const addressId = (own.find(({ id }) => id === wantedAddress) ?? own[0])?.id;
  const variant =
    good.variants.find(({ variantId }) => variantId === wanted) ??
    good.variants.find(({ free }) => free > 0) ??
    good.variants[0];
  const free = Math.max(1, Math.min(variant?.free ?? 1, good.left ?? variant?.free ?? 1));
  const wish = { fieldId, variantId: variant?.variantId ?? '', pieces: Math.min(pieces, free) };
  const price = useAnswer(priceExchange, wish, { enabled: player !== undefined && variant !== undefined });
  const [wantedWay, setPayWay] = useState<GoodsPayWay>();
  const payWays = price.data?.payWays ?? [];
  const payWay = payWays.find((one) => one === wantedWay) ?? payWays[0];
  return (
    <Page
      bar={<Bar title={t('exchange:screen.exchange')} back={storeAddress(fieldId)} />}
      foot={
        !player ? (
          <LinkButton to={askAddress(exchangeAddress(fieldId, good.goodId))}>
            {t('exchange:store.logIn')}
          </LinkButton>
        ) : !store.open ? (
          <Notice tone="warn">{t('handover:error.closed')}</Notice>
        ) : (
          variant && (
            <Confirm
              wish={{ ...wish, way, ...(way === 'ship' && addressId && { addressId }) }}
              price={price}
              payWay={payWay}
            />
          )
        )
      }
    >
      <GoodHead good={good} />
      {good.variants.length > 1 && <Variants good={good} chosen={variant?.variantId} onChoose={setWanted} />}
      <Card>
        <div className={classes.stepper}>
          <span>{t('exchange:wish.pieces')}</span>
          <Stepper
            name={good.name}
            pieces={Math.min(pieces, free)}
            free={free}
            least={1}
            onChange={setPieces}
          />
        </div>
      </Card>
      <Receive
        way={way}
        onWay={setWay}
        counter={store.fieldName ?? ''}
        pickupDays={store.pickupDays}
        shipping={store.shipping}
        addresses={
          player && {
            addresses: own,
            chosen: addressId,
            onChoose: setAddress,
            onChanged: addresses.again,
          }
        }
      />
      {payWays.length > 0 && (
        <PayChoice
          ways={payWays}
          chosen={payWay}
          balanceFen={price.data?.balanceFen ?? 0}
          onChoose={setPayWay}
        />
      )}
      <GoodFacts good={good} />
    </Page>
  );
}

function Variants(props: { good: Good; chosen: string | undefined; onChoose: (id: string) => void }) {
  const t = useText();
  return (
    <Choices
      label={t('exchange:wish.variant')}
      chosen={props.chosen}
      onChoose={props.onChoose}
      entries={props.good.variants.map(({ variantId, name, free }) => ({
        key: variantId,
        title: name,
        note: free > 0 ? t('exchange:wish.free', { count: free }) : t('exchange:store.soldOut'),
        disabled: free <= 0,
      }))}
    />
  );
}

interface ConfirmProps {
  wish: { fieldId: string; variantId: string; pieces: number; way: ChosenWay; addressId?: string };
  /** the sum is the server's */
  price: ReturnType<typeof useAnswer<typeof priceExchange>>;
  /** of the part that is money */
  payWay: GoodsPayWay | undefined;
}

/** What costs money is paid like any order; what costs points alone is done. */
const toOrder = ({ id, order }: OutputOf<typeof exchangeGoods>) => {
  if (order) followOrder(order);
  else navigation.go(orderAddress(id), { replace: true });
};

function Confirm({ wish, price, payWay }: ConfirmProps) {
  const t = useText();
  const { data, failure, again } = price;
  const made = useWish(exchangeGoods, { remedy: askPayPassword, onMade: toOrder });
  const { busy, refusal } = made;
  const [incomplete, setIncomplete] = useState(false);
  const costsMoney = (data?.amountFen ?? 0) > 0;
  const exchange = async () => {
    const missing = wish.way === 'ship' && !wish.addressId;
    setIncomplete(missing);
    if (missing || !data) return;
    const { points, tickets, amountFen } = data;
    const input = {
      ...wish,
      ...{ points, tickets, amountFen },
      ...(costsMoney && payWay && { payWay }),
    };
    // refused: it may cost something else now, and the button says what
    if (!(await made.wish(input))) await again();
  };
  const noWay = costsMoney && !payWay ? t('handover:pay.noWay') : undefined;
  const trouble =
    refusal ?? failure ?? data?.refusal ?? noWay ?? (incomplete ? t('handover:error.address') : undefined);
  return (
    <>
      {trouble && <Notice tone={refusal || failure ? 'bad' : 'warn'}>{trouble}</Notice>}
      <Button
        busy={busy}
        disabled={!data || data.refusal !== null || noWay !== undefined}
        onClick={() => void exchange()}
      >
        {data?.price ? t('exchange:wish.exchangeFor', { price: data.price }) : t('exchange:good.exchange')}
      </Button>
    </>
  );
}
