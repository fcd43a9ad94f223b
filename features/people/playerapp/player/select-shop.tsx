import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Field } from '#kit/player/field.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { Badge } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { playerAppContract, type Shop } from '../contract.ts';
import { homePath } from './addresses.ts';
import { AskPosition } from './ask-position.tsx';
import { chooseShop } from './chosen-shop.ts';
import { Whole } from './own-texts.tsx';
import { placeOf, usePosition } from './position.ts';
import { distanceText } from './shop-texts.ts';

const ShopSketch = lazy(() => import('./shop-sketch.tsx'));

const perPage = 20;

/** /program/home/selectshop: shops by distance, by name, and around oneself. */
export default function SelectShop() {
  const t = useText();
  const position = usePosition();
  const [name, setName] = useState('');
  const wanted = useDeferredValue(name.trim());
  const here = placeOf(position);
  const shops = usePages(playerAppContract.listShops, { ...here, name: wanted || undefined, size: perPage });
  const choose = ({ fieldId }: Shop) => {
    chooseShop(fieldId);
    navigation.back(homePath);
  };
  const list = (
    <EndlessList
      answer={shops}
      label={t('playerapp:screen.selectShop')}
      rowKey={({ fieldId }) => fieldId}
      row={(shop) => <ShopRow shop={shop} number={numberOf(shops.rows, shop)} onChoose={choose} />}
      empty={{ title: t('playerapp:shops.none'), hint: t('playerapp:shops.noneHint') }}
    />
  );
  return (
    <Page bar={<Bar title={t('playerapp:screen.selectShop')} back={homePath} />}>
      <Field
        label={t('playerapp:shops.search')}
        type="search"
        maxLength={40}
        value={name}
        onChange={setName}
      />
      <AskPosition position={position} />
      {position.state === 'known' ? (
        <Tabs
          tabs={['list', 'map']}
          name={(tab) => t(`playerapp:shops.${tab}`)}
          label={t('playerapp:screen.selectShop')}
        >
          {(tab) => (
            <>
              {tab === 'map' && (
                <Suspense fallback={<Skeleton shape="picture" />}>
                  <ShopSketch here={position} shops={shops.rows ?? []} onChoose={choose} />
                </Suspense>
              )}
              {list}
            </>
          )}
        </Tabs>
      ) : (
        list
      )}
    </Page>
  );
}

const numberOf = (rows: readonly Shop[] | undefined, shop: Shop) => (rows?.indexOf(shop) ?? 0) + 1;

function ShopRow(props: { shop: Shop; number: number; onChoose: (shop: Shop) => void }) {
  const t = useText();
  const { shop, number } = props;
  return (
    <Row
      title={`${number}. ${shop.fieldName}`}
      note={<Whole parts={[shop.address]} />}
      value={distanceText(shop.distanceMetres, t)}
      state={
        <Badge tone={!shop.open ? 'plain' : shop.freeNumber > 0 ? 'good' : 'warn'}>
          {shop.open ? t('playerapp:home.free', { count: shop.freeNumber }) : t('playerapp:shops.closed')}
        </Badge>
      }
      onClick={() => props.onChoose(shop)}
    />
  );
}
