import { useState } from 'react';
import { useAnswer } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { shopContract } from '../contract.ts';
import { homePath } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import { CartBar } from './cart-link.tsx';
import { Chips } from './chips.tsx';
import { GoodsTile } from './goods-tile.tsx';
import classes from './shop.module.css';

const pageSize = 20;

/** /program/goods: what a shop sells for money. */
export default function ShelfPage() {
  const t = useText();
  return (
    <AtShop title={t('shop:screen.shelf')}>{(fieldId) => <Shelf key={fieldId} fieldId={fieldId} />}</AtShop>
  );
}

function Shelf({ fieldId }: { fieldId: string }) {
  const t = useText();
  const player = usePlayer();
  const [categoryId, setCategoryId] = useState<string>();
  const [groupId, setGroupId] = useState<string>();
  const { data: cart } = useAnswer(shopContract.readCart, { fieldId }, { enabled: player !== undefined });
  const { data: shelf } = useAnswer(shopContract.readShelf, { fieldId });
  const goods = usePages(shopContract.listShelf, {
    fieldId,
    ...(categoryId && { categoryId }),
    ...(groupId && { groupId }),
    size: pageSize,
  });
  return (
    <PullToRefresh onRefresh={goods.again}>
      <Page
        bar={<Bar title={t('shop:screen.shelf')} back={homePath} aside={shelf?.fieldName} />}
        foot={cart && cart.pieces > 0 && <CartBar fieldId={fieldId} cart={cart} />}
      >
        {shelf && !shelf.open && <Notice tone="warn">{t('shop:good.closed')}</Notice>}
        {shelf && shelf.categories.length > 1 && (
          <Chips
            label={t('shop:shelf.categories')}
            chips={[
              { key: undefined, name: t('shop:shelf.everything') },
              ...shelf.categories.map(({ id, name }) => ({ key: id, name })),
            ]}
            chosen={categoryId}
            onChoose={setCategoryId}
          />
        )}
        {shelf && shelf.groups.length > 0 && (
          <Chips
            label={t('shop:shelf.groups')}
            chips={shelf.groups.map(({ id, name }) => ({ key: id as string | undefined, name }))}
            chosen={groupId}
            // once more takes it away
            onChoose={(id) => setGroupId(id === groupId ? undefined : id)}
          />
        )}
        <Goods fieldId={fieldId} goods={goods} />
      </Page>
    </PullToRefresh>
  );
}

function Goods({
  fieldId,
  goods,
}: {
  fieldId: string;
  goods: ReturnType<typeof usePages<typeof shopContract.listShelf>>;
}) {
  const t = useText();
  const { rows, hasMore, loading, failure, more, again } = goods;
  if (!rows && failure)
    return (
      <Blank title={t('kit:ui.loadFailed')} hint={failure}>
        <Button kind="soft" onClick={() => void again()}>
          {t('kit:action.retry')}
        </Button>
      </Blank>
    );
  if (!rows) return <Skeleton shape="picture" count={2} />;
  if (rows.length === 0) return <Blank title={t('shop:shelf.none')} hint={t('shop:shelf.noneHint')} />;
  return (
    <>
      <ul className={classes.shelf} aria-label={t('shop:screen.shelf')}>
        {rows.map((good) => (
          <GoodsTile key={good.goodId} fieldId={fieldId} good={good} />
        ))}
      </ul>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {hasMore && (
        <Button kind="soft" busy={loading} onClick={more}>
          {t('shop:shelf.more')}
        </Button>
      )}
    </>
  );
}
