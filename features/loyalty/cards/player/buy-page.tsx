import { useState } from 'react';
import { askPayPassword } from '#features/people/playerapp/player/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { followOrder } from '#features/selling/play/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { askAddress } from '#kit/player/who-plays.ts';
import { useWish } from '#kit/player/wish.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type CardOffer, type CardPayWay, cardsContract } from '../contract.ts';
import { buyAddress, shopAddress } from './addresses.ts';
import classes from './card-face.module.css';
import { CardFace } from './card-face.tsx';
import { inAllOf, rightsOf, whereOf } from './rights.ts';

type Shop = OutputOf<typeof cardsContract.readCardShop>;

/** /buy_card: what a card gives, alone or with coins, and paying it. */
export default function BuyCard() {
  const t = useText();
  const query = useQuery();
  const fieldId = query.get('fieldId') ?? '';
  const cardId = query.get('cardId') ?? '';
  const shop = useAnswer(cardsContract.readCardShop, { fieldId }, { enabled: fieldId !== '' });
  const card = shop.data?.cards.find((one) => one.cardId === cardId);
  if (shop.data && card) return <Buy fieldId={fieldId} shop={shop.data} card={card} />;
  const back = fieldId ? shopAddress(fieldId) : '/benefit_card_shop';
  const nothing = (
    <Blank title={t('cards:buy.gone')} hint={t('cards:buy.goneHint')}>
      <LinkButton to={back}>{t('cards:buy.toShop')}</LinkButton>
    </Blank>
  );
  return (
    <Page
      bar={<Bar title={t('cards:screen.buy')} back={back} />}
      centred={shop.data !== undefined || !fieldId}
    >
      {fieldId ? <Answered answer={shop}>{() => nothing}</Answered> : nothing}
    </Page>
  );
}

function Buy({ fieldId, shop, card }: { fieldId: string; shop: Shop; card: CardOffer }) {
  const t = useText();
  const [wanted, setWanted] = useState<string>();
  const [wantedWay, setWantedWay] = useState<string>();
  const pack = card.packages.find(({ packageId }) => packageId === wanted);
  const offer = { id: pack?.packageId ?? card.cardId, amountFen: pack?.priceFen ?? card.priceFen };
  const ways = shop.payWays.filter((way) => way !== 'balance' || (shop.balanceFen ?? 0) >= offer.amountFen);
  const way = ways.find((one) => one === wantedWay) ?? ways[0];
  const inAll = inAllOf(card, t);
  return (
    <Page
      bar={<Bar title={t('cards:screen.buy')} back={shopAddress(fieldId)} />}
      foot={
        card.refusal === null && shop.open && <Pay fieldId={fieldId} card={card} offer={offer} way={way} />
      }
    >
      <CardFace
        name={card.name}
        image={card.image}
        rights={rightsOf(card, t)}
        note={[t('cards:right.days', { count: card.days }), inAll].filter(Boolean).join(' · ')}
        value={<Money fen={card.priceFen} />}
        over={card.refusal !== null}
      />
      {card.refusal && <Notice tone="warn">{card.refusal}</Notice>}
      {!shop.open && <Notice tone="warn">{t('cards:shop.closed')}</Notice>}
      {card.renews && <Notice tone="good">{t('cards:buy.renews', { count: card.days })}</Notice>}
      {card.intro && <p className={classes.hint}>{card.intro}</p>}
      {card.packages.length > 0 && (
        <Choices
          label={t('cards:buy.choose')}
          chosen={pack?.packageId ?? card.cardId}
          onChoose={setWanted}
          entries={[
            { key: card.cardId, title: t('cards:buy.alone'), value: <Money fen={card.priceFen} /> },
            ...card.packages.map(({ packageId, name, priceFen, coins }) => ({
              key: packageId,
              title: name,
              note: <Coins count={coins} />,
              value: <Money fen={priceFen} />,
            })),
          ]}
        />
      )}
      <Card heading={t('cards:buy.terms')}>
        <Facts
          facts={[
            { name: t('cards:fact.valid'), value: t(`cards:starts.${card.starts}`, { count: card.days }) },
            ...whereOf(card, t),
            ...(card.perPlayer === null
              ? []
              : [
                  {
                    name: t('cards:fact.perPlayer'),
                    value: t('cards:fact.pieces', { count: card.perPlayer }),
                  },
                ]),
          ]}
        />
      </Card>
      {ways.length > 1 && card.refusal === null && (
        <Choices
          label={t('cards:buy.ways')}
          chosen={way}
          onChoose={setWantedWay}
          entries={ways.map((one) => ({ key: one, title: t(`play:payWay.${one}`) }))}
        />
      )}
      <p className={classes.hint}>{t('cards:buy.refundRule')}</p>
    </Page>
  );
}

function Pay(props: {
  fieldId: string;
  card: CardOffer;
  offer: { id: string; amountFen: number };
  way: CardPayWay | undefined;
}) {
  const { fieldId, card, offer, way } = props;
  const t = useText();
  const player = usePlayer();
  const { wish, busy, refusal } = useWish(ordersContract.payForCard, {
    remedy: askPayPassword,
    onMade: followOrder,
  });
  if (!player)
    return <LinkButton to={askAddress(buyAddress(fieldId, card.cardId))}>{t('cards:buy.logIn')}</LinkButton>;
  if (!way) return <Notice tone="warn">{t('cards:buy.noWay')}</Notice>;
  const pay = () => wish({ fieldId, cardId: offer.id, payWay: way, shownAmount: offer.amountFen });
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button busy={busy} onClick={() => void pay()}>
        {t(`play:payWay.${way}`)} <Money fen={offer.amountFen} />
      </Button>
    </>
  );
}
