import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import { flowList } from './flow-columns.ts';
import { useWalletChoice } from './wallet-parts.tsx';

/** Every movement of one account with its running balance. */
export default function AccountFlow() {
  const { walletId, chooser } = useWalletChoice();
  const list = useMemo(
    () =>
      defineList({
        ...flowList,
        texts: 'wallet',
        endpoint: walletContract.listFlow,
        input: { walletId },
        filters: ['purpose', 'from', 'kind', 'direction'],
        empty: { title: 'wallet:flow.empty', hint: 'wallet:flow.emptyHint' },
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
