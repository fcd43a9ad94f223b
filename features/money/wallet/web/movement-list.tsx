import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import { flowList } from './flow-columns.ts';
import classes from './wallet.module.css';
import { useWalletChoice } from './wallet-parts.tsx';

/** What came into the available money and what left it. */
export default function MovementList() {
  const t = useText();
  const { walletId, chooser } = useWalletChoice();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('direction');
  const direction = wanted === 'in' || wanted === 'out' ? wanted : undefined;
  const list = useMemo(
    () =>
      defineList({
        ...flowList,
        endpoint: walletContract.listCapitalFlow,
        input: { walletId, direction },
        filters: ['kind', 'from'],
        empty: { title: 'wallet:flow.empty', hint: 'wallet:flow.emptyHint' },
      }),
    [walletId, direction],
  );
  const header = (
    <div className={classes.sum}>
      {chooser}
      <SegmentedControl
        aria-label={t('wallet:field.direction')}
        value={direction ?? 'all'}
        data={['all', 'in', 'out'].map((value) => ({ value, label: t(`wallet:direction.${value}`) }))}
        onChange={(next) =>
          setQuery(
            (before) => {
              const changed = new URLSearchParams(before);
              changed.delete('current');
              if (next === 'all') changed.delete('direction');
              else changed.set('direction', next);
              return changed;
            },
            { replace: true },
          )
        }
      />
    </div>
  );
  return <ListPage definition={{ ...list, header }} />;
}
