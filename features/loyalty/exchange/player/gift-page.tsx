import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract } from '../contract.ts';
import { exchangeAddress, giftsAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import { GoodFacts, GoodHead } from './good-parts.tsx';

/** /program/home/goodsExchange/goodsDetail: one gift. */
export default function GiftPage() {
  const t = useText();
  const goodId = useQuery().get('goodId') ?? '';
  return (
    <AtShop title={t('exchange:screen.gift')}>
      {(fieldId) => <Gift fieldId={fieldId} goodId={goodId} />}
    </AtShop>
  );
}

function Gift({ fieldId, goodId }: { fieldId: string; goodId: string }) {
  const t = useText();
  const answer = useAnswer(exchangeContract.readStoreGood, { fieldId, goodId });
  const { data } = answer;
  return (
    <Page
      bar={<Bar title={t('exchange:screen.gift')} back={giftsAddress(fieldId)} />}
      foot={
        data &&
        (data.free > 0 ? (
          <LinkButton to={exchangeAddress(fieldId, goodId)}>{t('exchange:good.exchange')}</LinkButton>
        ) : (
          <Notice>{t('exchange:store.soldOut')}</Notice>
        ))
      }
    >
      <Answered answer={answer} skeleton={<Skeleton shape="picture" />}>
        {(good) => (
          <>
            <GoodHead good={good} />
            <GoodFacts good={good} />
          </>
        )}
      </Answered>
    </Page>
  );
}
