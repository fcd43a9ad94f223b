import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import { directionOptions, flowColumns, kindOptions } from './flow-columns.tsx';
import { purposeOptions, useWalletChoice } from './wallet-parts.tsx';

/** Every movement of one account with its running balance. */
export default function AccountFlow() {
  const { walletId, chooser } = useWalletChoice();
  const list = useMemo(
    () =>
      defineList({
        endpoint: walletContract.listFlow,
        input: { walletId },
        rowId: (line) => String(line.place),
        columns: flowColumns,
        filters: [
          { kind: 'choice', name: 'purpose', label: 'wallet:field.account', options: purposeOptions },
          { kind: 'dateRange', name: 'from', toName: 'to', label: 'wallet:field.days' },
          { kind: 'choice', name: 'kind', label: 'wallet:field.kind', options: kindOptions },
          { kind: 'choice', name: 'direction', label: 'wallet:field.direction', options: directionOptions },
        ],
        rowTo: (line) => `/money_detail?id=${line.transferId}`,
        empty: { title: 'wallet:flow.empty', hint: 'wallet:flow.emptyHint' },
        export: true,
        live: 'wallet.',
      }),
    [walletId],
  );
  return <ListPage definition={{ ...list, header: <FlowHeader chooser={chooser} /> }} />;
}

/** A filter by kind walks back through the lines; it says how far. */
function FlowHeader({ chooser }: { chooser: ReactNode }) {
  const t = useText();
  const [query] = useSearchParams();
  return (
    <>
      {chooser}
      {(query.has('kind') || query.has('direction')) && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('wallet:flow.reach')}
        </Text>
      )}
    </>
  );
}
