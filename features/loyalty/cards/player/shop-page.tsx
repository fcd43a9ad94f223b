import { AtShop, homePath, shopsPath } from '#features/people/playerapp/player/public.ts';
import { Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type CardOffer, cardsChanged, cardsContract } from '../contract.ts';
import { buyAddress, minePath } from './addresses.ts';
import classes from './card-face.module.css';
import { CardFace } from './card-face.tsx';
import { inAllOf, rightsOf } from './rights.ts';

/** /benefit_card_shop: the cards that a shop sells. */
export default function CardShop() {
  const t = useText();
  return (
    <AtShop title={t('cards:screen.shop')} hint={t('cards:shop.whereHint')}>
      {(fieldId) => <Offers key={fieldId} fieldId={fieldId} />}
    </AtShop>
  );
}

function Offers({ fieldId }: { fieldId: string }) {
  const t = useText();
  const player = usePlayer();
  const shop = useAnswer(cardsContract.readCardShop, { fieldId });
  useLive(cardsChanged, () => void shop.again());
  return (
    <PullToRefresh onRefresh={shop.again}>
      <Page
        bar={<Bar title={t('cards:screen.shop')} back={homePath} />}
        foot={
          player && (
            <LinkButton kind="soft" to={minePath}>
              {t('cards:screen.mine')}
            </LinkButton>
          )
        }
      >
        <Answered answer={shop} skeleton={<Skeleton count={3} />}>
          {({ fieldName, merchantName, open, cards }) => (
            <>
              <header>
                <h2 className={classes.shop}>{fieldName}</h2>
                <p className={classes.hint}>{merchantName}</p>
              </header>
              {!open && <Notice tone="warn">{t('cards:shop.closed')}</Notice>}
              {cards.length === 0 ? (
                <Blank title={t('cards:shop.none')} hint={t('cards:shop.noneHint')}>
                  <LinkButton to={shopsPath}>{t('cards:shop.choose')}</LinkButton>
                </Blank>
              ) : (
                cards.map((card) => <Offer key={card.cardId} card={card} fieldId={fieldId} />)
              )}
            </>
          )}
        </Answered>
      </Page>
    </PullToRefresh>
  );
}

function Offer({ card, fieldId }: { card: CardOffer; fieldId: string }) {
  const t = useText();
  const { name, image, priceFen, refusal, renews, stockLeft, days } = card;
  const mark =
    refusal ??
    (renews
      ? t('cards:shop.renews')
      : stockLeft !== null && stockLeft <= fewLeft
        ? t('cards:shop.fewLeft', { count: stockLeft })
        : undefined);
  const inAll = inAllOf(card, t);
  return (
    <CardFace
      to={buyAddress(fieldId, card.cardId)}
      name={name}
      image={image}
      rights={rightsOf(card, t)}
      mark={mark}
      over={refusal !== null}
      note={[t('cards:right.days', { count: days }), inAll].filter(Boolean).join(' · ')}
      value={<Money fen={priceFen} />}
    />
  );
}

/** From here on people are told how many there are. */
const fewLeft = 20;
