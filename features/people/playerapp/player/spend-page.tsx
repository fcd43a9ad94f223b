import { ordersContract } from '#features/selling/orders/contract.ts';
import { OwnPage } from '#kit/player/for-player.tsx';
import { EndlessList } from '#kit/player/list.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { OrderRow } from './order-row.tsx';

const mePath = '/program/my';

/** /spend_record: what one has paid for and kept. */
export default function SpendPage() {
  const t = useText();
  const title = t('playerapp:screen.spending');
  return (
    <OwnPage title={title} hint={t('playerapp:records.nobodyHint')} back={mePath}>
      <Spending />
    </OwnPage>
  );
}

function Spending() {
  const t = useText();
  const answer = usePages(ordersContract.listOwnOrders, { part: 'spent', size: 20 });
  return (
    <EndlessList
      answer={answer}
      label={t('playerapp:screen.spending')}
      rowKey={({ orderNumber }) => orderNumber}
      row={(order) => <OrderRow order={order} />}
      empty={{ title: t('playerapp:spending.none'), hint: t('playerapp:records.noneHint') }}
    />
  );
}
