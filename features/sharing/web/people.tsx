import { useMemo, useState } from 'react';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type ReceiverRecord, receiversContract } from '../contract/receivers.ts';
import { receiverKinds } from '../contract/shared.ts';
import { WechatBadge } from './display.tsx';
import { SettleSheet } from './settle-sheet.tsx';

const { listReceivers, registerReceiver, removeReceivers, saveReceiver, settleReceiver } = receiversContract;

function Way({ receiver }: { receiver: ReceiverRecord }) {
  const t = useText();
  return (
    <>
      {t(`sharing:way.${receiver.way}`)}{' '}
      {receiver.way === 'wechat' && <WechatBadge state={receiver.wechatState} />}
    </>
  );
}

function Kind({ receiver }: { receiver: ReceiverRecord }) {
  const t = useText();
  return t(`sharing:kind.${receiver.kind}`);
}

const listWith = (onSettle: (receiver: ReceiverRecord) => void) =>
  defineList({
    endpoint: listReceivers,
    columns: [
      { key: 'name', label: 'sharing:field.name', primary: true, sortable: true },
      {
        key: 'kind',
        label: 'sharing:field.kind',
        secondary: true,
        render: (row) => <Kind receiver={row} />,
        exportAs: { values: Object.fromEntries(receiverKinds.map((kind) => [kind, `sharing:kind.${kind}`])) },
      },
      { key: 'phone', label: 'sharing:field.phone' },
      { key: 'way', label: 'sharing:field.way', render: (row) => <Way receiver={row} /> },
      { key: 'siteCount', label: 'sharing:field.siteCount', align: 'right' },
      {
        key: 'balanceFen',
        label: 'sharing:field.kept',
        align: 'right',
        trailing: true,
        render: (row) => <Money fen={row.balanceFen} />,
        exportAs: { kind: 'money' },
      },
      {
        key: 'debtFen',
        label: 'sharing:field.debt',
        align: 'right',
        render: (row) => <Money fen={row.debtFen} />,
        exportAs: { kind: 'money' },
      },
    ],
    search: 'keyword',
    searchHint: 'sharing:people.search',
    filters: [
      {
        kind: 'choice',
        name: 'kind',
        label: 'sharing:field.kind',
        options: receiverKinds.map((value) => ({ value, label: `sharing:kind.${value}` })),
      },
    ],
    rowTo: (row) => `/share_statement?receiverId=${row.id}`,
    actions: [
      {
        label: 'sharing:people.add',
        icon: 'user-plus',
        primary: true,
        to: () => '/division_personal_edit',
        needs: saveReceiver,
      },
    ],
    rowActions: [
      {
        label: 'sharing:people.statement',
        icon: 'file-text',
        to: (row) => `/share_statement?receiverId=${row.id}`,
      },
      {
        label: 'sharing:people.settle',
        icon: 'cash',
        visible: (row) => (row.balanceFen ?? 0) > 0,
        run: onSettle,
        needs: settleReceiver,
      },
      {
        label: 'sharing:people.register',
        icon: 'refresh',
        visible: (row) => row.way === 'wechat' && row.wechatState !== 'registered',
        call: callOf(registerReceiver, (row: ReceiverRecord) => ({ id: row.id })),
        success: 'sharing:people.asked',
      },
      {
        label: 'kit:action.edit',
        icon: 'edit',
        to: (row) => `/division_personal_edit?id=${row.id}`,
        needs: saveReceiver,
      },
      {
        label: 'kit:action.remove',
        icon: 'trash',
        danger: true,
        call: callOf(removeReceivers, (row: ReceiverRecord) => ({ ids: [row.id] })),
        confirm: {
          title: 'sharing:people.removeTitle',
          body: 'sharing:people.removeBody',
          params: (row) => ({ name: row.name }),
        },
        success: 'kit:action.removed',
      },
    ],
    empty: { title: 'sharing:people.empty', hint: 'sharing:people.emptyHint' },
    live: 'sharing.',
    export: true,
  });

/** Who receives a part, how they are paid, and what is still with us. */
export default function SharingPeople() {
  const [settling, setSettling] = useState<ReceiverRecord | undefined>();
  const list = useMemo(() => listWith(setSettling), []);
  return (
    <>
      <ListPage definition={list} />
      {settling && <SettleSheet receiver={settling} onClose={() => setSettling(undefined)} />}
    </>
  );
}
