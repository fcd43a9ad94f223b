import { type MovementKind, movementKinds, ordersContract } from '#features/selling/orders/contract.ts';
import { OwnPage } from '#kit/player/for-player.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { orderAddress, placeText } from './order-row.tsx';
import { momentText, SignedAmount, Whole } from './own-texts.tsx';

const mePath = '/program/my';
const parts = ['all', ...movementKinds] as const;
type Part = 'all' | MovementKind;

/** /playerTransactionRecord: what was paid, topped up and given back. */
export default function TransactionsPage() {
  const t = useText();
  const title = t('playerapp:screen.transactions');
  return (
    <OwnPage title={title} hint={t('playerapp:records.nobodyHint')} back={mePath}>
      <Tabs<Part> tabs={parts} name={(part) => t(`playerapp:transactions.${part}`)} label={title}>
        {(part) => <Movements key={part} part={part} />}
      </Tabs>
    </OwnPage>
  );
}

function Movements({ part }: { part: Part }) {
  const t = useText();
  const kind = part === 'all' ? undefined : part;
  const answer = usePages(ordersContract.listOwnMovements, { kind, size: 20 });
  return (
    <EndlessList
      answer={answer}
      label={t(`playerapp:transactions.${part}`)}
      rowKey={({ id }) => id}
      row={(moved) => (
        <Row
          to={orderAddress(moved.orderNumber)}
          title={moved.title}
          value={<SignedAmount unit={moved.unit} amount={moved.amount} />}
          note={<Whole parts={[momentText(moved.at), placeText(moved)]} />}
          state={<small>{t(`playerapp:payWay.${moved.payWay}`)}</small>}
        />
      )}
      empty={{ title: t('playerapp:transactions.none'), hint: t('playerapp:records.noneHint') }}
    />
  );
}
