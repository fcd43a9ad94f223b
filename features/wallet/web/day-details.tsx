import { Group, Paper, Text } from '@mantine/core';
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
import { flowColumns } from './flow-columns.tsx';
import classes from './wallet.module.css';
import { MovementName, useWalletChoice } from './wallet-parts.tsx';

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
        endpoint: walletContract.listFlow,
        input: { walletId, from: day, to: day },
        rowId: (line) => String(line.place),
        columns: flowColumns,
        rowTo: (line) => `/money_detail?id=${line.transferId}`,
        empty: { title: 'wallet:day.empty', hint: 'wallet:day.emptyHint' },
        live: 'wallet.',
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
  const figures = [
    ['opening', data.openingFen],
    ['in', data.inFen],
    ['out', -data.outFen],
    ['closing', data.closingFen],
  ] as const;
  return (
    <Paper withBorder p="md" mb="md">
      <dl className={classes.tiles}>
        {figures.map(([name, fen]) => (
          <div key={name} className={classes.tile}>
            <Text component="dt" size="sm" c="dimmed">
              {t(`wallet:day.${name}`)}
            </Text>
            <dd>
              <Money fen={fen} />
            </dd>
          </div>
        ))}
      </dl>
      {data.kinds.length > 0 && (
        <ul className={classes.kinds}>
          {data.kinds.map(({ kind, inFen, outFen, count }) => (
            <li key={kind} className={classes.kind}>
              <span>
                <MovementName kind={kind} /> ×{count}
              </span>
              <Money fen={inFen - outFen} signed />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}
