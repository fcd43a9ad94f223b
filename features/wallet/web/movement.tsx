import { Button, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { Money, Time } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletPurposes } from '../contract/shared.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { MovementName } from './wallet-parts.tsx';

type Movement = OutputOf<typeof walletContract.readMovement>;
type Leg = Movement['legs'][number];

const subjectLinks: Record<string, (id: string) => string> = {
  withdrawal: () => '/withdrawal_records',
};

/** One movement: what it was for, and every account it touched. */
export default function MovementScreen() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id');
  if (!id)
    return (
      <EmptyState
        title={t('wallet:movement.none')}
        action={
          <Button component={Link} to="/money_detail_list" mih={44}>
            {t('wallet:screen.movements')}
          </Button>
        }
      />
    );
  return <DetailPage definition={definitionOf(id)} />;
}

const definitionOf = (id: string) =>
  defineDetail({
    endpoint: walletContract.readMovement,
    input: { id },
    header: (movement) => <Head movement={movement} />,
    sections: [
      {
        rows: [
          {
            label: 'wallet:field.time',
            value: (movement) => <Time value={movement.createdAt} pattern="Y-m-d H:M:S" />,
          },
          { label: 'wallet:field.movementId', value: (movement) => movement.id },
          {
            label: 'wallet:field.remark',
            value: (movement) => movement.remark,
            visible: (movement) => movement.remark !== '',
          },
          {
            label: 'wallet:field.order',
            value: (movement) => movement.order && <OrderLink order={movement.order} />,
            visible: (movement) => movement.order !== null,
          },
          {
            label: 'wallet:field.subject',
            value: (movement) => <SubjectLink movement={movement} />,
            visible: (movement) => movement.subjectKind !== null && movement.subjectKind in subjectLinks,
          },
        ],
      },
      { title: 'wallet:movement.legs', content: (movement) => <Legs legs={movement.legs} /> },
    ],
  });

/** What it did to the money people can use; a movement that only changes place shows how much. */
function Head({ movement }: { movement: Movement }) {
  const own = movement.legs.filter(({ owner, unit }) => owner === 'own' && unit === 'fen');
  const usable = own
    .filter(({ purpose }) => purpose === 'available')
    .reduce((sum, leg) => sum + leg.amount, 0);
  const moved = Math.max(0, ...own.map(({ amount }) => Math.abs(amount)));
  return (
    <>
      <Text fw={600}>
        <MovementName kind={movement.kind} />
      </Text>
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

function Legs({ legs }: { legs: Leg[] }) {
  const t = useText();
  return (
    <ul className={classes.legs}>
      {legs.map((leg, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: legs never change
        <li key={index} className={classes.leg}>
          <span>
            <LegName leg={leg} />
            {leg.balanceAfter !== null && leg.unit === 'fen' && (
              <Text size="sm" c="dimmed">
                {t('wallet:field.balanceAfter')} <Money fen={leg.balanceAfter} />
              </Text>
            )}
          </span>
          {leg.unit === 'fen' ? (
            <Money fen={leg.amount} signed />
          ) : (
            <span>
              {leg.amount > 0 ? '+' : ''}
              {leg.amount} {t(`wallet:unit.${leg.unit}`)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const channels = ['wechat', 'alipay', 'wechat-own', 'alipay-own', 'bank', 'counter', 'mint'];
const purposes: readonly string[] = walletPurposes;

function LegName({ leg }: { leg: Leg }) {
  const t = useText();
  if (leg.owner === 'channel')
    return channels.includes(leg.name) ? t(`wallet:channel.${leg.name}`) : t('wallet:owner.other');
  const purpose = purposes.includes(leg.purpose) ? t(`wallet:purpose.${leg.purpose}`) : '';
  if (leg.owner === 'own') return [leg.name, purpose].filter(Boolean).join(' · ');
  return t(`wallet:owner.${leg.owner}`);
}
