import { Group, Paper } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { businessDay } from '#kit/kernel/time.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { DateField } from '#kit/ui/fields/date-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import { flowList } from './flow-columns.ts';
import classes from './wallet.module.css';
import { Tiles, useWalletChoice } from './wallet-parts.tsx';

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The movements of one day between its opening and closing balance. */
export default function DayDetails() {
  const t = useText();
  const { walletId, chooser } = useWalletChoice();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('day');
  const day = isDay(asked) ? asked : businessDay(new Date());
  const list = useMemo(
    () =>
      defineList({
        ...flowList,
        endpoint: walletContract.listFlow,
        input: { walletId, from: day, to: day },
        empty: { title: 'wallet:day.empty', hint: 'wallet:day.emptyHint' },
      }),
    [walletId, day],
  );
  const header = (
    <>
      <Group mb="sm" align="end">
        {chooser}
        <DateField
          value={day}
          aria-label={t('wallet:field.day')}
          onChange={(next) =>
            setQuery(
              (before) => {
                const changed = new URLSearchParams(before);
                changed.delete('current');
                if (next) changed.set('day', next);
                return changed;
              },
              { replace: true },
            )
          }
        />
      </Group>
      <DaySum walletId={walletId} day={day} />
    </>
  );
  return <ListPage definition={{ ...list, header }} />;
}

function DaySum({ walletId, day }: { walletId: string | undefined; day: string }) {
  const t = useText();
  const { data } = useCall(walletContract.sumFlow, { walletId, day }, { keepPrevious: true });
  if (!data) return null;
  return (
    <Paper withBorder p="md" mb="md">
      <Tiles
        items={[
          { label: 'wallet:day.opening', value: <Money fen={data.openingFen} /> },
          { label: 'wallet:day.in', value: <Money fen={data.inFen} /> },
          { label: 'wallet:day.out', value: <Money fen={-data.outFen} /> },
          { label: 'wallet:day.closing', value: <Money fen={data.closingFen} /> },
        ]}
      />
      {data.kinds.length > 0 && (
        <ul className={classes.kinds}>
          {data.kinds.map(({ kind, inFen, outFen, count }) => (
            <li key={kind} className={classes.kind}>
              <span>
                {t(`wallet:kind.${kind}`)} ×{count}
              </span>
              <Money fen={inFen - outFen} signed />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}
