import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { FlowLine } from '../contract/statements.ts';
import { walletContract } from '../contract.ts';
import { flowList } from './flow-columns.ts';
import { FlowDetail } from './flow-detail.tsx';
import { useWalletChoice } from './wallet-parts.tsx';

/** Every movement of one account with its running balance. */
export default function AccountFlow() {
  const { walletId, chooser } = useWalletChoice();
  const list = useMemo(
    () =>
      defineList({
        rowId: flowList.rowId,
        columns: [
          ...flowList.columns.slice(0, -2),
          { key: 'orderNumber', label: 'wallet:field.order', phone: false },
          { key: 'personName', label: 'wallet:field.person', phone: false },
          { key: 'fieldName', phone: 'more' },
          { key: 'remark', phone: false },
          { key: 'transferId', optional: true },
        ],
        endpoint: walletContract.listFlow,
        input: { walletId, grouped: true },
        rowDetail: (line) => <FlowDetail line={line} />,
        rowTitle: (line) => <KindTitle line={line} />,
        filters: ['purpose', 'from', 'kind', 'direction'],
        empty: { title: 'wallet:flow.empty', hint: 'wallet:flow.emptyHint' },
      }),
    [walletId],
  );
  return <ListPage definition={{ ...list, header: <FlowHeader chooser={chooser} /> }} />;
}

function KindTitle({ line }: { line: FlowLine }) {
  return useText()(`wallet:kind.${line.kind}`);
}

/** A filter by kind walks back through the lines; it says how far. */
function FlowHeader({ chooser }: { chooser: ReactNode }) {
  const t = useText();
  const [query] = useSearchParams();
  return (
    <>
      {chooser}
      {(query.has('kind') || query.has('direction')) && <Hint mt="xs">{t('wallet:flow.reach')}</Hint>}
    </>
  );
}
