import { Anchor, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { type OrderRecord, ordersContract } from '#features/selling/orders/contract.ts';
import { Amount, detailOf, OrderStateBadge, refundForm } from '#features/selling/orders/web/public.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { durationText } from '#kit/kernel/duration.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { openForm } from '#kit/pages/open-form.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint, StatusBadge, Time } from '#kit/ui/display.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan } from '#kit/ui/session.ts';
import { conversationsContract } from '../contract.ts';
import classes from './reply.module.css';

type Conversation = OutputOf<typeof conversationsContract.readConversation>;

const ordersShown = 5;

/** Beside a conversation: the clocks, the machine it is about, and what the player bought there, each by the right to see it. */
export function Beside({ conversationId }: { conversationId: string }) {
  return (
    <Loaded call={[conversationsContract.readConversation, { conversationId }]} skeleton="list">
      {(conversation) => (
        <>
          <Player conversation={conversation} />
          <Clocks clocks={conversation.clocks} open={conversation.open} />
          {conversation.equipmentId && <Machine equipmentId={conversation.equipmentId} />}
          <Orders conversation={conversation} />
        </>
      )}
    </Loaded>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <Heading>{title}</Heading>
    {children}
  </section>
);

/** By the same call, limit and record as everything that staff hand out. */
const giveToMember = formAction({
  endpoint: coinsContract.issueToMember,
  initial: ({ playerId, fieldId }: Pick<Conversation, 'playerId' | 'fieldId'>) => ({ playerId, fieldId }),
  fields: [
    { name: 'coins', label: 'conversations:give.coins' },
    { name: 'remark', label: 'conversations:give.reason', hint: 'conversations:give.reasonHint' },
  ],
  title: 'conversations:give.toMember',
  lead: 'conversations:give.toMemberHint',
  submitLabel: 'conversations:give.submit',
  success: 'conversations:give.done',
});

const giveAtMachine = formAction({
  endpoint: remotecreditContract.creditDevice,
  initial: ({ equipmentId }: { equipmentId: string }) => ({ equipmentId, number: 1 }),
  fields: [
    { name: 'number', label: 'conversations:give.coins' },
    {
      name: 'remark',
      label: 'conversations:give.reason',
      kind: 'text',
      hint: 'conversations:give.reasonHint',
    },
  ],
  title: 'conversations:give.atMachine',
  lead: 'conversations:give.atMachineHint',
  submitLabel: 'conversations:give.submit',
  success: 'conversations:give.sent',
});

function Player({ conversation }: { conversation: Conversation }) {
  const t = useText();
  const mayOpen = useMayOpen('/member_detail');
  const mayGive = useCan(coinsContract.issueToMember);
  const { playerName, playerPhone, playerId, fieldName, createdAt } = conversation;
  return (
    <Part title={playerName || t('conversations:page.nameless')}>
      <dl className={classes.facts}>
        {playerPhone && <Fact name={t('conversations:field.playerPhone')}>{playerPhone}</Fact>}
        <Fact name={t('kit:thing.siteLabel')}>{fieldName}</Fact>
        <Fact name={t('conversations:page.since')}>
          <Time value={createdAt} pattern="Y-m-d" />
        </Fact>
      </dl>
      <Group gap="xs">
        {mayGive && (
          <Button size="compact-md" variant="light" onClick={() => void openForm(giveToMember, conversation)}>
            {t('conversations:give.toMember')}
          </Button>
        )}
        {mayOpen && (
          <Anchor component={Link} size="sm" to={`/member_detail?playerId=${playerId}`}>
            {t('conversations:page.member')}
          </Anchor>
        )}
      </Group>
    </Part>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const lengthText = (t: Translate, seconds: number) =>
  seconds * secondMs < minuteMs
    ? t('conversations:clock.lessThanMinute')
    : durationText(t, seconds * secondMs);

function Clocks({ clocks, open }: Pick<Conversation, 'clocks' | 'open'>) {
  const t = useText();
  return (
    <Part title={t('conversations:page.clocks')}>
      <dl className={classes.facts}>
        {(['first', 'next', 'solved'] as const).map((name) => {
          const { seconds, late } = clocks[name];
          const text = seconds === null ? '–' : lengthText(t, seconds);
          return (
            <Fact key={name} name={t(`conversations:clock.${name}`)}>
              {late ? <StatusBadge tone="bad">{text}</StatusBadge> : text}
            </Fact>
          );
        })}
      </dl>
      <Hint>{t(open ? 'conversations:page.openNow' : 'conversations:page.closedNow')}</Hint>
    </Part>
  );
}

function Machine({ equipmentId }: { equipmentId: string }) {
  return useCan(fleetContract.readDevice) ? <SeenMachine equipmentId={equipmentId} /> : null;
}

function SeenMachine({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const mayCredit = useCan(remotecreditContract.creditDevice);
  const { data: machine } = useCall(fleetContract.readDevice, { equipmentId });
  if (!machine) return null;
  const takesCoins = Object.hasOwn(definitionOf(machine.type).commands, 'credit');
  const { equipmentNo, equipmentName, typeName, faultNames } = machine;
  return (
    <Part title={t('kit:thing.machineLabel')}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Anchor component={Link} size="sm" to={`/machineSetting?equipmentId=${equipmentId}`}>
          {t('kit:thing.machine', { number: equipmentNo, name: equipmentName ?? typeName })}
        </Anchor>
        <DeviceState device={machine} />
      </Group>
      {faultNames.length > 0 && (
        <Text size="sm" c="var(--danger)">
          {faultNames.join(' · ')}
        </Text>
      )}
      {mayCredit && takesCoins && (
        <Button
          size="compact-md"
          variant="light"
          onClick={() => void openForm(giveAtMachine, { equipmentId })}
        >
          {t('conversations:give.atMachine')}
        </Button>
      )}
    </Part>
  );
}

function Orders({ conversation }: { conversation: Conversation }) {
  return useCan(ordersContract.listOrders) ? <SeenOrders conversation={conversation} /> : null;
}

/** The order that it is about stands first. */
function SeenOrders({ conversation: { playerId, orderNumber } }: { conversation: Conversation }) {
  const t = useText();
  const recent = useCall(ordersContract.listOrders, { playerId, size: ordersShown }).data?.records;
  const about = useCall(
    ordersContract.listOrders,
    { orderNumber: orderNumber ?? '', playerId, size: 1 },
    { enabled: orderNumber !== null },
  ).data?.records;
  if (!recent) return null;
  const first = about ?? [];
  const rest = recent.filter((order) => order.orderNumber !== orderNumber);
  return (
    <Part title={t('conversations:page.orders')}>
      {first.length + rest.length === 0 && <Hint>{t('conversations:page.noOrders')}</Hint>}
      {[...first, ...rest].map((order) => (
        <Order key={order.id} order={order} isAbout={order.orderNumber === orderNumber} />
      ))}
    </Part>
  );
}

function Order({ order, isAbout }: { order: OrderRecord; isAbout: boolean }) {
  const t = useText();
  const mayRefund = useCan(ordersContract.refundByNumber);
  // what went well is refunded on its own page
  const isTrouble = isAbout || order.standing === 'needsHelp';
  return (
    <article className={classes.order}>
      {isAbout && <Hint>{t('conversations:page.thisOrder')}</Hint>}
      <div className={classes.line}>
        <Anchor component={Link} size="sm" to={detailOf(order)} className={classes.grow}>
          {order.title}
        </Anchor>
        <Amount amount={order.totalAmount} unit={order.unit} />
      </div>
      <div className={classes.line}>
        <span className={classes.grow}>
          <OrderStateBadge order={order} />
        </span>
        <span className={classes.time}>
          <Time value={order.createdAt} pattern="m-d H:M" />
        </span>
      </div>
      {mayRefund && isTrouble && order.refundableAmount > 0 && order.state !== 'created' && (
        <Button
          size="compact-md"
          variant="default"
          style={{ justifySelf: 'start' }}
          onClick={() => void openForm(refundForm, order)}
        >
          {t('orders:action.refund')}
        </Button>
      )}
    </article>
  );
}
