import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { siteSource } from '#features/base/sites/web/public.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Action } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { formAction } from '#kit/pages/form-action.ts';
import { KeyValue, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { isMemberCode, playerAppContract } from '../contract.ts';
import { MemberPapers } from './member-papers.tsx';

const { identifyMember, chargeMember } = playerAppContract;
type Member = OutputOf<typeof identifyMember>;

const giveCoins: Action<Member> = {
  label: 'playerapp:scanned.giveCoins',
  icon: 'coins',
  primary: true,
  form: formAction({
    endpoint: coinsContract.issueToMember,
    title: 'playerapp:scanned.giveCoins',
    initial: ({ playerId, fields }: Member) => ({ playerId, fieldId: fields[0]?.fieldId }),
    fields: [
      { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
      { name: 'coins', label: 'coins:issue.coins' },
      { name: 'remark', label: 'coins:issue.reason', hint: 'coins:issue.reasonHint' },
    ],
    success: 'playerapp:scanned.given',
  }),
};

/** A code pays once: for another charge the member shows the next one. */
const charge = (code: string): Action<Member> => ({
  label: 'playerapp:scanned.charge',
  icon: 'wallet',
  visible: (member) => member.charge === null && member.chargeable,
  form: formAction({
    endpoint: chargeMember,
    title: 'playerapp:scanned.charge',
    initial: ({ fields }: Member) => ({
      code,
      fieldId: fields.find(({ balanceFen }) => balanceFen > 0)?.fieldId,
    }),
    fields: [
      { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
      { name: 'amountFen', label: 'playerapp:scanned.amount', hint: 'playerapp:scanned.amountHint' },
      { name: 'reason', label: 'playerapp:scanned.reason', hint: 'playerapp:scanned.reasonHint' },
    ],
    success: 'playerapp:scanned.charged',
  }),
});

const sellAtCounter: Action<Member> = {
  label: 'playerapp:scanned.sell',
  icon: 'shopping-cart',
  needs: ordersContract.sellAtCounter,
  to: () => '/counter_sale',
};

const detail = (code: string | undefined) =>
  defineDetail({
    endpoint: identifyMember,
    input: code ? { code } : undefined,
    choose: () => <ScanFirst />,
    head: { title: 'playerName', facts: ['phone'], amount: 'balanceFen', how: 'platform' },
    actions: [giveCoins, ...(code ? [charge(code)] : []), sellAtCounter],
    sections: [
      { title: 'playerapp:scanned.here', rows: ['balanceFen', 'coins', 'scannedAt'] },
      {
        title: 'playerapp:scanned.chargeOf',
        visible: (member) => member.charge !== null,
        content: (member) => member.charge && <Charged charge={member.charge} />,
      },
      {
        title: 'playerapp:scanned.papers',
        visible: ({ papers }) => papers,
        content: () => code && <MemberPapers code={code} />,
      },
      {
        title: 'playerapp:scanned.bySite',
        visible: ({ fields }) => fields.length > 0,
        lines: { of: 'fields', columns: ['fieldName', 'balanceFen', 'coins'] },
      },
    ],
  });

function Charged({
  charge: { state, amountFen, reason, orderNumber },
}: {
  charge: NonNullable<Member['charge']>;
}) {
  const t = useText();
  return (
    <KeyValue
      rows={[
        { label: t('playerapp:scanned.amount'), value: <Money fen={amountFen} /> },
        { label: t('playerapp:scanned.reason'), value: reason },
        { label: t('playerapp:scanned.state'), value: t(`playerapp:chargeState.${state}`) },
        ...(orderNumber
          ? [
              {
                label: t('playerapp:order.number'),
                value: (
                  <Anchor component={Link} to={`/order_detail?orderNumber=${orderNumber}`}>
                    {orderNumber}
                  </Anchor>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function ScanFirst() {
  const t = useText();
  return (
    <Anchor component={Link} to="/ewm">
      {t('playerapp:scanned.scan')}
    </Anchor>
  );
}

/** /scanned_member: whose code was scanned at /ewm, and what may be done for them. */
export default function ScannedMember() {
  const [query] = useSearchParams();
  const code = query.get('code') ?? '';
  const definition = useMemo(() => detail(isMemberCode(code) ? code : undefined), [code]);
  return <DetailPage definition={definition} />;
}
