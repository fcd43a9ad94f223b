import { ownHandoverChanged } from '#features/loyalty/handover/contract.ts';
import { Shelf, ShelfGoods } from '#features/loyalty/handover/player/public.ts';
import { useLive } from '#kit/player/live.ts';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract } from '../contract.ts';

interface GridProps {
  fieldId: string;
  categories: readonly { id: string; name: string }[];
  groups: readonly { id: string; name: string }[];
  address: (fieldId: string, goodId: string) => string;
}

/** What a shop hands out for points and tickets. */
export function GoodsGrid({ fieldId, categories, groups, address }: GridProps) {
  return (
    <Shelf categories={categories} groups={groups}>
      {(wish) => <Goods key={JSON.stringify(wish)} wish={{ fieldId, ...wish }} address={address} />}
    </Shelf>
  );
}

function Goods(props: {
  wish: { fieldId: string; categoryId?: string; groupId?: string };
  address: GridProps['address'];
}) {
  const t = useText();
  const { wish, address } = props;
  const goods = usePages(exchangeContract.listStoreGoods, { ...wish, size: 20 });
  useLive(ownHandoverChanged, () => void goods.again());
  return (
    <ShelfGoods
      goods={goods}
      label={t('exchange:store.goods')}
      empty={{ title: t('exchange:store.empty'), hint: t('exchange:store.emptyHint') }}
      address={(goodId) => address(wish.fieldId, goodId)}
    />
  );
}
