import { useEffect, useState } from 'react';
import { purseChanged } from '#features/base/players/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { usePlace } from '#kit/player/place.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { openTab } from '#kit/ui/address-tab.ts';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract } from '../contract.ts';
import { exchangeAddress, storeAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import classes from './exchange.module.css';
import { GoodsGrid } from './goods-grid.tsx';
import { OwnOrders } from './own-orders.tsx';
import { OwnValues } from './own-values.tsx';
import { readRemembered, remember, type StoreTab, storeTabs } from './remembered.ts';
import { Waiting } from './waiting.tsx';

const { readExchangeStore } = exchangeContract;
type Store = OutputOf<typeof readExchangeStore>;

/** /subIntegralStore: points, banner and goods of a shop; the tab one was at is open again. */
export default function StorePage() {
  const t = useText();
  return (
    <AtShop title={t('exchange:screen.store')}>
      {(fieldId) => <Store key={fieldId} fieldId={fieldId} />}
    </AtShop>
  );
}

function useRememberedTab() {
  const place = usePlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a player who comes in is led to where they were
  useEffect(() => {
    const { tabSelect } = readRemembered();
    if (!new URLSearchParams(place.search).has('tab') && tabSelect !== 'home')
      openTab(place, storeTabs, tabSelect);
  }, []);
}

function Store({ fieldId }: { fieldId: string }) {
  const t = useText();
  useRememberedTab();
  const store = useAnswer(readExchangeStore, { fieldId });
  useLive(purseChanged, () => void store.again());
  return (
    <PullToRefresh onRefresh={store.again}>
      <Page bar={<Bar title={store.data?.fieldName ?? t('exchange:screen.store')} back="/program" />}>
        <Answered answer={store} skeleton={<Skeleton shape="picture" />}>
          {(data) => <Open store={data} />}
        </Answered>
      </Page>
    </PullToRefresh>
  );
}

function Open({ store }: { store: Store }) {
  const t = useText();
  const { fieldId } = store;
  return (
    <>
      {store.own ? (
        <>
          <OwnValues own={store.own} />
          <Waiting waiting={store.own.waiting} />
        </>
      ) : (
        <LinkButton kind="soft" to={askAddress(storeAddress(fieldId))}>
          {t('exchange:store.logIn')}
        </LinkButton>
      )}
      <Tabs tabs={storeTabs} name={(tab) => t(`exchange:tab.${tab}`)} label={t('exchange:screen.store')}>
        {(tab) => <Part key={tab} tab={tab} store={store} />}
      </Tabs>
    </>
  );
}

function Part({ tab, store }: { tab: StoreTab; store: Store }) {
  const t = useText();
  useEffect(() => remember({ tabSelect: tab }), [tab]);
  if (tab === 'order') return <OwnOrders />;
  return (
    <>
      {store.banner && <Picture src={store.banner} alt={store.merchantName} />}
      {!store.open && <Notice tone="warn">{t('handover:error.closed')}</Notice>}
      <Rules rules={store.rules} />
      <GoodsGrid
        fieldId={store.fieldId}
        categories={store.categories}
        groups={store.groups}
        address={exchangeAddress}
      />
    </>
  );
}

/** Shown until somebody has read them; afterwards they are a tap away. */
function Rules({ rules }: { rules: string }) {
  const t = useText();
  const [shown, setShown] = useState(() => readRemembered().tipFlag);
  if (!rules) return null;
  const show = (tipFlag: boolean) => {
    remember({ tipFlag });
    setShown(tipFlag);
  };
  if (!shown)
    return (
      <Button kind="plain" onClick={() => show(true)}>
        {t('exchange:store.showRules')}
      </Button>
    );
  return (
    <Card heading={t('exchange:store.rules')}>
      <p className={classes.rules}>{rules}</p>
      <Button kind="soft" onClick={() => show(false)}>
        {t('exchange:store.rulesRead')}
      </Button>
    </Card>
  );
}
