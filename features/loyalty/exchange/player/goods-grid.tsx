import { useState } from 'react';
import { Button } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge, Blank } from '#kit/player/notice.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract, ownExchangeChanged, type StoreGood } from '../contract.ts';
import classes from './exchange.module.css';

interface GridProps {
  fieldId: string;
  categories: readonly { id: string; name: string }[];
  groups: readonly { id: string; name: string }[];
  address: (fieldId: string, goodId: string) => string;
}

/** What a shop hands out, category by category, or a group of it. */
export function GoodsGrid({ fieldId, categories, groups, address }: GridProps) {
  const t = useText();
  const [groupId, setGroupId] = useState<string>();
  const [categoryId, setCategoryId] = useState<string>();
  return (
    <>
      {categories.length > 1 && (
        <fieldset className={classes.categories} aria-label={t('exchange:store.categories')}>
          {[{ id: undefined, name: t('exchange:store.all') }, ...categories].map(({ id, name }) => (
            <button
              key={id ?? ''}
              type="button"
              className={classes.category}
              aria-pressed={id === categoryId}
              onClick={() => setCategoryId(id)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {groups.length > 0 && (
        <fieldset className={classes.categories} aria-label={t('exchange:store.groups')}>
          {groups.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className={classes.category}
              aria-pressed={id === groupId}
              // once more takes it away
              onClick={() => setGroupId(id === groupId ? undefined : id)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <Goods
        key={`${categoryId} ${groupId}`}
        fieldId={fieldId}
        categoryId={categoryId}
        groupId={groupId}
        address={address}
      />
    </>
  );
}

function Goods({
  fieldId,
  categoryId,
  groupId,
  address,
}: Pick<GridProps, 'fieldId' | 'address'> & {
  categoryId: string | undefined;
  groupId: string | undefined;
}) {
  const t = useText();
  const { rows, failure, again, hasMore, loading, more } = usePages(exchangeContract.listStoreGoods, {
    fieldId,
    ...(categoryId && { categoryId }),
    ...(groupId && { groupId }),
    size: 20,
  });
  useLive(ownExchangeChanged, () => void again());
  if (!rows)
    return failure ? (
      <Blank title={t('kit:ui.loadFailed')} hint={failure}>
        <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
      </Blank>
    ) : (
      <Skeleton shape="picture" count={2} />
    );
  if (rows.length === 0)
    return <Blank title={t('exchange:store.empty')} hint={t('exchange:store.emptyHint')} />;
  return (
    <>
      <ul className={classes.grid} aria-label={t('exchange:store.goods')}>
        {rows.map((good) => (
          <li key={good.goodId}>
            <Tile good={good} to={address(fieldId, good.goodId)} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button kind="plain" busy={loading} onClick={more}>
          {t('exchange:store.more')}
        </Button>
      )}
    </>
  );
}

function Tile({ good, to }: { good: StoreGood; to: string }) {
  const t = useText();
  const { name, picture, price, free } = good;
  return (
    <AppLink to={to} className={classes.tile}>
      <Picture src={picture ?? ''} alt={name} shape="square" />
      <span className={classes.name}>{name}</span>
      <span className={classes.price}>{price}</span>
      {free <= 0 && <Badge>{t('exchange:store.soldOut')}</Badge>}
    </AppLink>
  );
}
