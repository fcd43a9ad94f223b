import { Shelf, ShelfGoods } from '#features/loyalty/handover/player/public.ts';
import { useAnswer } from '#kit/player/answers.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { shopContract } from '../contract.ts';
import { goodAddress, homePath } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import { CartBar } from './cart-link.tsx';

const pageSize = 20;

/** /program/goods: what a shop sells for money. */
export default function ShelfPage() {
  const t = useText();
  return (
    <AtShop title={t('shop:screen.shelf')}>{(fieldId) => <AtOne key={fieldId} fieldId={fieldId} />}</AtShop>
  );
}

function AtOne({ fieldId }: { fieldId: string }) {
  const t = useText();
  const player = usePlayer();
  const { data: cart } = useAnswer(shopContract.readCart, { fieldId }, { enabled: player !== undefined });
  const { data: shelf, again } = useAnswer(shopContract.readShelf, { fieldId });
  return (
    <PullToRefresh onRefresh={again}>
      <Page
        bar={<Bar title={t('shop:screen.shelf')} back={homePath} aside={shelf?.fieldName} />}
        foot={cart && cart.pieces > 0 && <CartBar fieldId={fieldId} cart={cart} />}
      >
        {shelf && !shelf.open && <Notice tone="warn">{t('handover:error.closed')}</Notice>}
        <Shelf categories={shelf?.categories ?? []} groups={shelf?.groups ?? []}>
          {(wish) => <Goods key={JSON.stringify(wish)} wish={{ fieldId, ...wish }} />}
        </Shelf>
      </Page>
    </PullToRefresh>
  );
}

function Goods({ wish }: { wish: { fieldId: string; categoryId?: string; groupId?: string } }) {
  const t = useText();
  const goods = usePages(shopContract.listShelf, { ...wish, size: pageSize });
  return (
    <ShelfGoods
      goods={goods}
      label={t('shop:screen.shelf')}
      empty={{ title: t('shop:shelf.none'), hint: t('shop:shelf.noneHint') }}
      address={(goodId) => goodAddress(wish.fieldId, goodId)}
    />
  );
}
