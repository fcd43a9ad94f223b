import { useChosenShop } from '#features/people/playerapp/player/public.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { useLive } from '#kit/player/live.ts';
import { Blank } from '#kit/player/notice.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { cardsChanged, cardsContract, type OwnCard } from '../contract.ts';
import { detailAddress, shopAddress } from './addresses.ts';
import { CardFace } from './card-face.tsx';
import { endText, leftOf, rightsOf } from './rights.ts';

/** /my_card: the cards one holds, and what is left of them today. */
export default function MyCards() {
  const t = useText();
  return (
    <OwnPage title={t('cards:screen.mine')} hint={t('cards:mine.nobodyHint')} back="/program/my">
      <Mine />
    </OwnPage>
  );
}

function Mine() {
  const t = useText();
  const { now, before } = useChosenShop();
  const { rows, failure, again, hasMore, more } = usePages(cardsContract.listOwnCards, {});
  useLive(cardsChanged, () => void again());
  const shopId = now ?? before;
  const toShop = shopId ? shopAddress(shopId) : '/benefit_card_shop';
  if (!rows)
    return failure ? (
      <Blank title={t('kit:ui.loadFailed')} hint={failure}>
        <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
      </Blank>
    ) : (
      <Skeleton count={2} />
    );
  if (rows.length === 0)
    return (
      <Blank title={t('cards:mine.none')} hint={t('cards:mine.noneHint')}>
        <LinkButton to={toShop}>{t('cards:buy.toShop')}</LinkButton>
      </Blank>
    );
  return (
    <>
      {rows.map((card) => (
        <Held key={card.id} card={card} />
      ))}
      {hasMore && (
        <Button kind="plain" onClick={more}>
          {t('cards:mine.more')}
        </Button>
      )}
    </>
  );
}

function Held({ card }: { card: OwnCard }) {
  const t = useText();
  const over = card.state === 'expired' || card.state === 'ended';
  const left = over ? undefined : leftOf(card);
  return (
    <CardFace
      to={detailAddress(card.id)}
      name={card.name}
      image={card.image}
      rights={rightsOf(card, t)}
      mark={t(`cards:stateName.${card.state}`)}
      over={over}
      note={
        <>
          {card.merchantName}
          <br />
          {endText(card, t)}
        </>
      }
      value={left && t(`cards:left.${left.unit}`, { count: left.count })}
    />
  );
}
