import { type ReactNode, useState } from 'react';
import { Button } from '#kit/player/button.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Chips } from './chips.tsx';
import { GoodsTile, type ShelvedGood } from './goods-tile.tsx';
import classes from './handover.module.css';

type Named = readonly { id: string; name: string }[];
interface Wish {
  categoryId?: string;
  groupId?: string;
}

/** What a shop has, category by category, or a group of it. */
export function Shelf(props: { categories: Named; groups: Named; children: (wish: Wish) => ReactNode }) {
  const t = useText();
  const { categories, groups, children } = props;
  const [categoryId, setCategoryId] = useState<string>();
  const [groupId, setGroupId] = useState<string>();
  return (
    <>
      {categories.length > 1 && (
        <Chips
          label={t('handover:shelf.categories')}
          chips={[
            { key: undefined, name: t('handover:shelf.all') },
            ...categories.map(({ id, name }) => ({ key: id, name })),
          ]}
          chosen={categoryId}
          onChoose={setCategoryId}
        />
      )}
      {groups.length > 0 && (
        <Chips
          label={t('handover:shelf.groups')}
          chips={groups.map(({ id, name }) => ({ key: id as string | undefined, name }))}
          chosen={groupId}
          // once more takes it away
          onChoose={(id) => setGroupId(id === groupId ? undefined : id)}
        />
      )}
      {children({ ...(categoryId && { categoryId }), ...(groupId && { groupId }) })}
    </>
  );
}

interface GoodsProps {
  goods: {
    rows: readonly ShelvedGood[] | undefined;
    hasMore: boolean;
    loading: boolean;
    failure: string | undefined;
    more: () => void;
    again: () => Promise<void>;
  };
  /** already in words */
  label: string;
  empty: { title: string; hint: string };
  address: (goodId: string) => string;
}

/** The goods themselves, and more of them at a button. */
export function ShelfGoods({ goods, label, empty, address }: GoodsProps) {
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
  if (rows.length === 0) return <Blank {...empty} />;
  return (
    <>
      <ul className={classes.shelf} aria-label={label}>
        {rows.map((good) => (
          <GoodsTile key={good.goodId} to={address(good.goodId)} good={good} />
        ))}
      </ul>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {hasMore && (
        <Button kind="soft" busy={loading} onClick={more}>
          {t('handover:shelf.more')}
        </Button>
      )}
    </>
  );
}
