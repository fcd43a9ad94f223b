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
import { isMemberCode, programContract } from '../contract.ts';
import { MemberPapers } from './member-papers.tsx';

const { identifyMember, chargeMember } = programContract;
type Member = OutputOf<typeof identifyMember>;

const giveCoins: Action<Member> = {
  label: 'program:scanned.giveCoins',
  icon: 'coins',
  primary: true,
  form: formAction({
    endpoint: coinsContract.issueToMember,
    texts: 'coins',
    title: 'program:scanned.giveCoins',
    initial: ({ playerId, fields }: Member) => ({ playerId, fieldId: fields[0]?.fieldId }),
    fields: [
      { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
      { name: 'coins', label: 'coins:issue.coins' },
      { name: 'remark', label: 'coins:issue.reason', hint: 'coins:issue.reasonHint' },
    ],
    success: 'program:scanned.given',
  }),
};

/** A code pays once: for another charge the member shows the next one. */
const charge = (code: string): Action<Member> => ({
  label: 'program:scanned.charge',
  icon: 'wallet',
  visible: (member) => member.charge === null && member.chargeable,
  form: formAction({
    endpoint: chargeMember,
    texts: 'program',
    title: 'program:scanned.charge',
    initial: ({ fields }: Member) => ({
      code,
      fieldId: fields.find(({ balanceFen }) => balanceFen > 0)?.fieldId,
    }),
    fields: [
      { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
      { name: 'amountFen', label: 'program:scanned.amount', hint: 'program:scanned.amountHint' },
      { name: 'reason', label: 'program:scanned.reason', hint: 'program:scanned.reasonHint' },
    ],
    success: 'program:scanned.charged',
  }),
});

const sellAtCounter: Action<Member> = {
  label: 'program:scanned.sell',
  icon: 'shopping-cart',
  needs: ordersContract.sellAtCounter,
  to: () => '/counter_sale',
};

const detail = (code: string | undefined) =>
  defineDetail({
    endpoint: identifyMember,
    texts: 'program',
    input: code ? { code } : undefined,
    choose: () => <ScanFirst />,
    head: { title: 'playerName', facts: ['phone'], amount: 'balanceFen', how: 'platform' },
    actions: [giveCoins, ...(code ? [charge(code)] : []), sellAtCounter],
    sections: [
      { title: 'program:scanned.here', rows: ['balanceFen', 'coins', 'scannedAt'] },
      {
        title: 'program:scanned.chargeOf',
        visible: (member) => member.charge !== null,
        content: (member) => member.charge && <Charged charge={member.charge} />,
      },
      {
        title: 'program:scanned.papers',
        visible: ({ papers }) => papers,
        content: () => code && <MemberPapers code={code} />,
      },
      {
        title: 'program:scanned.bySite',
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
        { label: t('program:scanned.amount'), value: <Money fen={amountFen} /> },
        { label: t('program:scanned.reason'), value: reason },
        { label: t('program:scanned.state'), value: t(`program:chargeState.${state}`) },
        ...(orderNumber
          ? [
              {
                label: t('program:order.number'),
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
      {t('program:scanned.scan')}
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
