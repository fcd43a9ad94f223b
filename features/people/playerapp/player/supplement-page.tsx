import { useState } from 'react';
import { type OwnOrder, ordersContract } from '#features/selling/orders/contract.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { EndlessList } from '#kit/player/list.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { AskHelp } from './ask-help.tsx';
import { OrderRow, orderAddress } from './order-row.tsx';

const mePath = '/program/my';
const parts = ['askable', 'helped'] as const;

/** /onlineRefundSupplement: the machine gave nothing; ask for the money or for what is missing, and see what became of it. */
export default function SupplementPage() {
  const t = useText();
  const title = t('playerapp:screen.supplement');
  return (
    <OwnPage title={title} hint={t('playerapp:supplement.nobodyHint')} back={mePath}>
      <Tabs tabs={parts} name={(part) => t(`playerapp:supplement.${part}`)} label={title}>
        {(part) => (part === 'askable' ? <Askable /> : <Helped />)}
      </Tabs>
    </OwnPage>
  );
}

function Askable() {
  const t = useText();
  const [chosen, setChosen] = useState<OwnOrder>();
  const answer = usePages(ordersContract.listOwnOrders, { part: 'askable', size: 20 });
  return (
    <>
      <Notice>{t('playerapp:supplement.hint')}</Notice>
      <EndlessList
        answer={answer}
        label={t('playerapp:supplement.askable')}
        rowKey={({ orderNumber }) => orderNumber}
        row={(order) => <OrderRow order={order} onClick={() => setChosen(order)} />}
        empty={{ title: t('playerapp:supplement.none'), hint: t('playerapp:supplement.noneHint') }}
      />
      <AskHelp
        order={chosen}
        onClose={() => setChosen(undefined)}
        onAsked={() => {
          const asked = chosen?.orderNumber;
          setChosen(undefined);
          if (asked) navigation.go(orderAddress(asked));
        }}
      />
    </>
  );
}

function Helped() {
  const t = useText();
  const answer = usePages(ordersContract.listOwnOrders, { part: 'helped', size: 20 });
  return (
    <EndlessList
      answer={answer}
      label={t('playerapp:supplement.helped')}
      rowKey={({ orderNumber }) => orderNumber}
      row={(order) => <OrderRow order={order} />}
      empty={{
        title: t('playerapp:supplement.noResults'),
        action: <LinkButton to="/program/my/OrdersCenter">{t('playerapp:screen.orders')}</LinkButton>,
      }}
    />
  );
}
