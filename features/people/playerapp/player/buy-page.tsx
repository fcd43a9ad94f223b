import { useState } from 'react';
import { purseChanged } from '#features/base/players/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { followOrder, PriceLines } from '#features/selling/play/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge, Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { askAddress } from '#kit/player/who-plays.ts';
import { useWish } from '#kit/player/wish.ts';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract, type StoredOffer, type StoredPayWay } from '../contract.ts';
import { buyAddress, homePath, shopsPath } from './addresses.ts';
import askPayPassword from './ask-pay-password.ts';
import { AtShop } from './at-shop.tsx';
import classes from './player-app.module.css';
import { Purse } from './purse.tsx';

const { readStoredOffers } = playerAppContract;
type Offered = OutputOf<typeof readStoredOffers>;

/** /program/home/vip_buynow: coins to keep in the account, by package. */
export default function BuyPage() {
  const t = useText();
  return (
    <AtShop title={t('playerapp:screen.buy')} hint={t('playerapp:buy.whereHint')}>
      {(fieldId) => <Shelf key={fieldId} fieldId={fieldId} />}
    </AtShop>
  );
}

function Shelf({ fieldId }: { fieldId: string }) {
  const t = useText();
  const shelf = useAnswer(readStoredOffers, { fieldId });
  useLive(purseChanged, () => void shelf.again());
  const bar = <Bar title={t('playerapp:screen.buy')} back={homePath} />;
  if (!shelf.data || shelf.data.offers.length === 0)
    return (
      <Page bar={bar} centred={shelf.data !== undefined}>
        <Answered answer={shelf}>
          {({ fieldName }) => (
            <Blank title={t('playerapp:buy.none')} hint={t('playerapp:buy.noneHint', { shop: fieldName })}>
              <LinkButton to={shopsPath}>{t('playerapp:buy.otherShop')}</LinkButton>
            </Blank>
          )}
        </Answered>
      </Page>
    );
  return <Offers fieldId={fieldId} shelf={shelf.data} />;
}

/** The recommended one is chosen until somebody chooses. */
const chosenOf = (offers: readonly StoredOffer[], wanted: string | undefined): StoredOffer | undefined => {
  const free = offers.filter(({ refusal }) => refusal === null);
  return (
    free.find(({ packageId }) => packageId === wanted) ??
    free.find(({ recommended }) => recommended) ??
    free[0]
  );
};

function Offers({ fieldId, shelf }: { fieldId: string; shelf: Offered }) {
  const t = useText();
  const [wanted, setWanted] = useState<string>();
  const [wantedWay, setWantedWay] = useState<string>();
  const offer = chosenOf(shelf.offers, wanted);
  const ways = shelf.payWays.filter(
    (way) => way !== 'balance' || (shelf.purse?.balanceFen ?? 0) >= (offer?.amountFen ?? 0),
  );
  const way = ways.find((one) => one === wantedWay) ?? ways[0];
  return (
    <Page
      bar={<Bar title={t('playerapp:screen.buy')} back={homePath} />}
      foot={offer && shelf.open && <Pay fieldId={fieldId} offer={offer} way={way} />}
    >
      <h1 className={classes.shopName}>{shelf.fieldName}</h1>
      {!shelf.open && <Notice tone="warn">{t('playerapp:home.closed')}</Notice>}
      {shelf.purse && (
        <Card heading={t('playerapp:home.mine')}>
          <Purse {...shelf.purse} />
        </Card>
      )}
      <Choices
        label={t('playerapp:buy.choose')}
        chosen={offer?.packageId}
        onChoose={setWanted}
        entries={shelf.offers.map((one) => ({
          key: one.packageId,
          title: (
            <>
              {one.name}
              {one.recommended && <Badge tone="good">{t('playerapp:buy.recommended')}</Badge>}
            </>
          ),
          note: one.refusal ?? <Gives offer={one} />,
          value: <Money fen={one.amountFen} />,
          disabled: one.refusal !== null,
        }))}
      />
      {offer && offer.lines.length > 1 && (
        <Card heading={t('playerapp:order.price')}>
          <PriceLines lines={offer.lines} name={offer.name} totalFen={offer.amountFen} />
        </Card>
      )}
      {ways.length > 1 && (
        <Choices
          label={t('playerapp:buy.ways')}
          chosen={way}
          onChoose={setWantedWay}
          entries={ways.map((one) => ({ key: one, title: t(`playerapp:payWay.${one}`) }))}
        />
      )}
      <p className={classes.hint}>{t('playerapp:buy.hint')}</p>
    </Page>
  );
}

/** All coins, and how many of them are a present. */
function Gives({ offer: { coins, bonusCoins, points } }: { offer: StoredOffer }) {
  const t = useText();
  return (
    <>
      <Coins count={coins} />
      {bonusCoins > 0 && ` · ${t('playerapp:buy.bonus', { count: bonusCoins })}`}
      {points > 0 && ` · ${t('kit:pieces.point', { count: points })}`}
    </>
  );
}

function Pay({
  fieldId,
  offer,
  way,
}: {
  fieldId: string;
  offer: StoredOffer;
  way: StoredPayWay | undefined;
}) {
  const t = useText();
  const player = usePlayer();
  const { wish, busy, refusal } = useWish(ordersContract.payForCard, {
    remedy: askPayPassword,
    onMade: followOrder,
  });
  if (!player)
    return <LinkButton to={askAddress(buyAddress(fieldId))}>{t('playerapp:buy.logIn')}</LinkButton>;
  if (!way) return <Notice tone="warn">{t('playerapp:buy.noWay')}</Notice>;
  const pay = () => wish({ fieldId, cardId: offer.packageId, payWay: way, shownAmount: offer.amountFen });
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button busy={busy} onClick={() => void pay()}>
        {t(`playerapp:payWay.${way}`)} <Money fen={offer.amountFen} />
      </Button>
    </>
  );
}
