import { purseChanged } from '#features/base/players/contract.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract } from '../contract.ts';
import { giftAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import { GoodsGrid } from './goods-grid.tsx';
import { OwnValues } from './own-values.tsx';

/** /program/home/goodsExchange: the gifts of the shop one is at. */
export default function GiftsPage() {
  const t = useText();
  return (
    <AtShop title={t('exchange:screen.gifts')}>
      {(fieldId) => <Gifts key={fieldId} fieldId={fieldId} />}
    </AtShop>
  );
}

function Gifts({ fieldId }: { fieldId: string }) {
  const t = useText();
  const store = useAnswer(exchangeContract.readExchangeStore, { fieldId });
  useLive(purseChanged, () => void store.again());
  return (
    <Page bar={<Bar title={t('exchange:screen.gifts')} back="/program" />}>
      <Answered answer={store} skeleton={<Skeleton shape="picture" />}>
        {({ own, open, categories, groups }) => (
          <>
            {own && <OwnValues own={own} />}
            {!open && <Notice tone="warn">{t('handover:error.closed')}</Notice>}
            <GoodsGrid fieldId={fieldId} categories={categories} groups={groups} address={giftAddress} />
          </>
        )}
      </Answered>
    </Page>
  );
}
