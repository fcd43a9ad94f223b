import { Button, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';

type Movement = OutputOf<typeof walletContract.readMovement>;

const subjectLinks: Record<string, (id: string) => string> = {
  withdrawal: () => '/withdrawal_records',
};

/** One movement: what it was for, and every account it touched. */
export default function MovementScreen() {
  const [query] = useSearchParams();
  return <DetailPage definition={definitionOf(query.get('id'))} />;
}

const definitionOf = (id: string | null) =>
  defineDetail({
    endpoint: walletContract.readMovement,
    input: id ? { id } : undefined,
    choose: () => <Choose />,
    header: (movement) => <Head movement={movement} />,
    sections: [
      {
        rows: [
          'createdAt',
          { key: 'id', label: 'wallet:field.transferId' },
          { key: 'remark', visible: ({ remark }) => remark !== '' },
          {
            label: 'wallet:field.order',
            value: ({ order }) => order && <OrderLink order={order} />,
            visible: ({ order }) => order !== null,
          },
          {
            label: 'wallet:field.person',
            value: ({ personId, personName }) => (
              <Link to={`/share_statement?receiverId=${personId}`}>{personName}</Link>
            ),
            visible: ({ personName }) => personName !== null,
          },
          { key: 'fieldName', visible: ({ fieldName }) => fieldName !== null },
          {
            label: 'wallet:field.subject',
            value: (movement) => <SubjectLink movement={movement} />,
            visible: ({ subjectKind }) => subjectKind !== null && subjectKind in subjectLinks,
          },
        ],
      },
      {
        title: 'wallet:movement.legs',
        lines: {
          of: 'legs',
          columns: [
            { key: 'name', phone: 'what', render: (leg) => <LegName leg={leg} /> },
            { key: 'amount', phone: 'amount' },
            {
              key: 'balanceAfter',
              phone: 'more',
              render: (leg) =>
                leg.balanceAfter !== null && leg.unit === 'fen' && <After fen={leg.balanceAfter} />,
            },
          ],
        },
      },
    ],
  });

function Choose() {
  const t = useText();
  return (
    <EmptyState
      title={t('wallet:movement.none')}
      action={
        <Button component={Link} to="/money_detail_list">
          {t('wallet:screen.movements')}
        </Button>
      }
    />
  );
}

function LegName({ leg }: { leg: Movement['legs'][number] }) {
  const t = useText();
  return leg.purpose ? `${leg.name} · ${t(`wallet:purpose.${leg.purpose}`)}` : leg.name;
}

function After({ fen }: { fen: number }) {
  const t = useText();
  return (
    <>
      {t('wallet:field.balanceFen')} <Money fen={fen} />
    </>
  );
}

/** What it did to the money people can use; a movement that only changes place shows how much. */
function Head({ movement }: { movement: Movement }) {
  const t = useText();
  const own = movement.legs.filter(({ owner, unit }) => owner === 'own' && unit === 'fen');
  const usable = own
    .filter(({ purpose }) => purpose === 'available')
    .reduce((sum, leg) => sum + leg.amount, 0);
  const moved = Math.max(0, ...own.map(({ amount }) => Math.abs(amount)));
  return (
    <>
      <Text fw={600}>{t(`wallet:kind.${movement.kind}`)}</Text>
      <div className={classes.amount}>
        {usable === 0 ? <Money fen={moved} /> : <Money fen={usable} signed />}
      </div>
    </>
  );
}

function OrderLink({ order }: { order: NonNullable<Movement['order']> }) {
  return (
    <Link to={`/order_detail?orderNumber=${order.orderNumber}`}>
      {order.orderNumber} {order.title}
    </Link>
  );
}

function SubjectLink({ movement }: { movement: Movement }) {
  const t = useText();
  const to = subjectLinks[movement.subjectKind ?? '']?.(movement.subjectId ?? '');
  return to ? <Link to={to}>{t('wallet:screen.withdrawals')}</Link> : null;
}
