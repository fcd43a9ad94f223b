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
    <OwnPage title={t('program:screen.orders')} hint={t('program:orders.nobodyHint')} foot={<AppTabs />}>
      <Tabs tabs={parts} name={(part) => t(`program:orders.part.${part}`)} label={t('program:screen.orders')}>
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
        label={t(`program:orders.part.${part}`)}
        rowKey={({ orderNumber }) => orderNumber}
        row={(order) => <OrderRow order={order} />}
        empty={{
          title: t(`program:orders.none.${part}`),
          hint: t('program:orders.noneHint'),
          action: <LinkButton to="/program">{t('program:orders.toMachines')}</LinkButton>,
        }}
      />
    </PullToRefresh>
  );
}
