import { ordersContract } from '#features/selling/orders/contract.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { EndlessList } from '#kit/player/list.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { AppTabs } from './app-tabs.tsx';
import { OrderRow } from './order-row.tsx';

const parts = ['all', 'open', 'helped'] as const;
type Part = (typeof parts)[number];

/** /program/my/OrdersCenter: everything one has bought, at whichever merchant. */
export default function OrdersPage() {
  const t = useText();
  return (
    <OwnPage title={t('playerapp:screen.orders')} hint={t('playerapp:orders.nobodyHint')} foot={<AppTabs />}>
      <Tabs
        tabs={parts}
        name={(part) => t(`playerapp:orders.part.${part}`)}
        label={t('playerapp:screen.orders')}
      >
        {(part) => <Orders key={part} part={part} />}
      </Tabs>
    </OwnPage>
  );
}

function Orders({ part }: { part: Part }) {
  const t = useText();
  const answer = usePages(ordersContract.listOwnOrders, { part, size: 20 });
  return (
    <PullToRefresh onRefresh={answer.again}>
      <EndlessList
        answer={answer}
        label={t(`playerapp:orders.part.${part}`)}
        rowKey={({ orderNumber }) => orderNumber}
        row={(order) => <OrderRow order={order} />}
        empty={{
          title: t(`playerapp:orders.none.${part}`),
          hint: t('playerapp:orders.noneHint'),
          action: <LinkButton to="/program">{t('playerapp:orders.toMachines')}</LinkButton>,
        }}
      />
    </PullToRefresh>
  );
}
