import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Hint, KeyValue, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DealRecord } from '../contract/deals.ts';
import { groupBuysContract } from '../contract.ts';

/** A deal with everything it was good for: an old code gets what it was sold for. */
export function DealVersions({ deal }: { deal: DealRecord }) {
  const t = useText();
  const list = useMemo(
    () =>
      defineList({
        id: 'versions',
        endpoint: groupBuysContract.listDealVersions,
        input: { id: deal.id },
        columns: [
          { key: 'version', phone: 'what' },
          { key: 'worthText', phone: 'amount' },
          { key: 'fromAt', phone: 'more' },
          'userName',
        ],
        empty: { title: 'groupbuys:page.noVersion' },
        icon: 'versions',
      }),
    [deal.id],
  );
  return (
    <Stack>
      <KeyValue
        rows={[
          { label: t('groupbuys:field.priceFen'), value: <Money fen={deal.priceFen} /> },
          { label: t('groupbuys:field.dealNumber'), value: deal.dealNumber },
        ]}
      />
      <Hint>{t('groupbuys:page.versionsHint')}</Hint>
      <ListPage definition={list} />
    </Stack>
  );
}
