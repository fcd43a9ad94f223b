import { useEffect, useState } from 'react';
import { addressesContract } from '#features/base/addresses/contract.ts';
import { AddressChoice } from '#features/base/addresses/player/public.ts';
import { askPayPassword } from '#features/people/program/player/public.ts';
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
import { exchangeContract, mostPieces } from '../contract.ts';
import { exchangeAddress, orderAddress, storeAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import classes from './exchange.module.css';
import { type Good, GoodFacts, GoodHead } from './good-parts.tsx';

const { readStoreGood, readExchangeStore, priceExchange, exchangeGoods } = exchangeContract;
type Store = OutputOf<typeof readExchangeStore>;
type Way = 'pickup' | 'ship';

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
  const [way, setWay] = useState<Way>('pickup');
  const [addressId, setAddressId] = useState<string>();
  const variant =
    good.variants.find(({ variantId }) => variantId === wanted) ??
    good.variants.find(({ free }) => free > 0) ??
    good.variants[0];
  const most = Math.max(1, Math.min(mostPieces, variant?.free ?? 1, good.left ?? mostPieces));
  return (
    <Page
      bar={<Bar title={t('exchange:screen.exchange')} back={storeAddress(fieldId)} />}
      foot={
        !player ? (
          <LinkButton to={askAddress(exchangeAddress(fieldId, good.goodId))}>
            {t('exchange:store.logIn')}
          </LinkButton>
        ) : !store.open ? (
          <Notice tone="warn">{t('exchange:error.closed')}</Notice>
        ) : (
          variant && (
            <Confirm
              wish={{
                fieldId,
                variantId: variant.variantId,
                pieces: Math.min(pieces, most),
                way,
                addressId: way === 'ship' ? addressId : undefined,
              }}
            />
          )
        )
      }
    >
      <GoodHead good={good} />
      {good.variants.length > 1 && <Variants good={good} chosen={variant?.variantId} onChoose={setWanted} />}
      <Card>
        <Stepper pieces={Math.min(pieces, most)} most={most} onChange={setPieces} />
      </Card>
      {store.shipping && (
        <Choices
          label={t('exchange:wish.way')}
          chosen={way}
          onChoose={(key) => setWay(key as Way)}
          entries={[
            { key: 'pickup', title: t('exchange:way.pickup'), note: store.fieldName },
            { key: 'ship', title: t('exchange:way.ship'), note: t('exchange:wish.shipHint') },
          ]}
        />
      )}
      {way === 'pickup' && (
        <p className={classes.hint}>
          {t('exchange:wish.pickupHint', { shop: store.fieldName ?? '', count: store.pickupDays })}
        </p>
      )}
      {way === 'ship' && player && <WhereTo chosen={addressId} onChoose={setAddressId} />}
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

/** One of the own addresses: the one that was used last, until another one is chosen. */
function WhereTo({ chosen, onChoose }: { chosen: string | undefined; onChoose: (id: string) => void }) {
  const addresses = useAnswer(addressesContract.listAddresses, {});
  const first = addresses.data?.[0]?.id;
  useEffect(() => {
    if (first && chosen === undefined) onChoose(first);
  }, [first, chosen, onChoose]);
  return (
    <Answered answer={addresses} skeleton={<Skeleton />}>
      {(own) => (
        <AddressChoice addresses={own} chosen={chosen} onChoose={onChoose} onChanged={addresses.again} />
      )}
    </Answered>
  );
}

function Stepper(props: { pieces: number; most: number; onChange: (pieces: number) => void }) {
  const t = useText();
  const { pieces, most, onChange } = props;
  return (
    <div className={classes.stepper}>
      <span>{t('exchange:wish.pieces')}</span>
      <span className={classes.steps}>
        <button
          type="button"
          className={classes.step}
          disabled={pieces <= 1}
          aria-label={t('exchange:wish.less')}
          onClick={() => onChange(pieces - 1)}
        >
          −
        </button>
        <span className={classes.pieces} aria-live="polite">
          {pieces}
        </span>
        <button
          type="button"
          className={classes.step}
          disabled={pieces >= most}
          aria-label={t('exchange:wish.more')}
          onClick={() => onChange(pieces + 1)}
        >
          +
        </button>
      </span>
    </div>
  );
}

interface WishInput {
  fieldId: string;
  variantId: string;
  pieces: number;
  way: Way;
  addressId: string | undefined;
}

const toOrder = ({ id }: { id: string }) => navigation.go(orderAddress(id), { replace: true });

/** The sum is the server's. */
function Confirm({ wish }: { wish: WishInput }) {
  const t = useText();
  const { fieldId, variantId, pieces, way, addressId } = wish;
  const { data, failure, again } = useAnswer(priceExchange, { fieldId, variantId, pieces });
  const made = useWish(exchangeGoods, { remedy: askPayPassword, onMade: toOrder });
  const { busy, refusal } = made;
  const [incomplete, setIncomplete] = useState(false);
  const exchange = async () => {
    const missing = way === 'ship' && !addressId;
    setIncomplete(missing);
    if (missing || !data) return;
    const { points, tickets, amountFen } = data;
    const shown = { points, tickets, amountFen };
    const input = { fieldId, variantId, pieces, way, ...shown, ...(addressId && { addressId }) };
    // refused: it may cost something else now, and the button says what
    if (!(await made.wish(input))) await again();
  };
  const trouble =
    refusal ?? failure ?? data?.refusal ?? (incomplete ? t('exchange:error.address') : undefined);
  return (
    <>
      {trouble && <Notice tone={refusal || failure ? 'bad' : 'warn'}>{trouble}</Notice>}
      <Button busy={busy} disabled={!data || data.refusal !== null} onClick={() => void exchange()}>
        {data?.price ? t('exchange:wish.exchangeFor', { price: data.price }) : t('exchange:good.exchange')}
      </Button>
    </>
  );
}
