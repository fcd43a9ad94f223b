import { Stack, Text, Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { recordOf } from '#kit/contract/meaning.ts';
import { RowFacts } from '#kit/pages/list-cell.tsx';
import { resolveColumns } from '#kit/pages/list-columns.ts';
import { columnsOf, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Hint, Money } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { priceDays, prizesContract, usualDays } from '../contract.ts';
import { placeFilters } from './filters.ts';
import classes from './prizes.module.css';

const { listPrizeMachines, readPrizeParts } = prizesContract;
type Row = OutputOf<typeof listPrizeMachines>['records'][number];
type Parts = OutputOf<typeof readPrizeParts>;

const columns = [
  'equipmentName',
  'fieldName',
  { key: 'type', optional: true },
  'plays',
  { key: 'wins', optional: true },
  { key: 'winRate', phone: 'amount' },
  'setRate',
  { key: 'verdict', phone: 'state' },
  'costFen',
  { key: 'costPerPlayFen', optional: true },
  'takenFen',
  'payoutRatio',
  { key: 'payoutBasis', phone: false },
] as const;

const facts = resolveColumns<Row>(
  recordOf(listPrizeMachines.output),
  'prizes',
  columnsOf(listPrizeMachines, 'prizes', [
    'plays',
    'wins',
    'winRate',
    'setRate',
    'likelyFrom',
    'likelyTo',
    'judgedFrom',
    'out',
    'missing',
    'costFen',
    'costPerPlayFen',
    'incomeFen',
    'coins',
    'coinFen',
    'coinsFen',
    'takenFen',
    'payoutRatio',
  ]),
);
const isSaid = (row: Row) => (column: { key: string }) => row[column.key as keyof Row] !== null;

const list = defineList({
  endpoint: listPrizeMachines,
  columns,
  filters: ['from', ...placeFilters],
  rowDetail: (row) => <Machine row={row} />,
  views: true,
  empty: { title: 'prizes:page.empty', hint: 'prizes:page.emptyHint' },
});

/** /prize_statistics: machines with prizes, and of each its lanes and gifts. */
export default function PrizeMachines() {
  const t = useText();
  const header = (
    <Hint mb="sm">
      {t('prizes:page.days', { days: usualDays })} {t('prizes:page.hint.machines')}
      <br />
      {t('prizes:page.payout', { days: priceDays })}
    </Hint>
  );
  return <ListPage definition={{ ...list, header }} />;
}

function Machine({ row }: { row: Row }) {
  const [query] = useSearchParams();
  const days = { from: query.get('from') ?? undefined, to: query.get('to') ?? undefined };
  return (
    <Stack gap="md">
      <Text fw={600}>{row.words}</Text>
      <RowFacts columns={facts.filter(isSaid(row))} row={row} />
      <Basis row={row} />
      <Loaded call={[readPrizeParts, { equipmentId: row.equipmentId, ...days }]} skeleton="list">
        {(parts) => (
          <>
            <Lanes parts={parts} />
            <Gifts parts={parts} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** Why the ratio is what it is, or why there is none. */
function Basis({ row: { payoutBasis, payoutRatio, wins, out } }: { row: Row }) {
  const t = useText();
  return (
    <Hint>
      {t(`prizes:basisWords.${payoutBasis}`)}
      {payoutRatio !== null && wins > out && ` ${t('prizes:page.uncosted', { count: wins - out })}`}
    </Hint>
  );
}

function Lanes({ parts: { lanes, linesLost } }: { parts: Parts }) {
  const t = useText();
  if (lanes.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('prizes:page.lanes')}
      </Title>
      {linesLost && <Hint>{t('prizes:page.linesLost')}</Hint>}
      <ul className={classes.parts}>
        {lanes.map(({ lane, itemName, plays, wins, winRate, setRate, words }) => (
          <li key={lane} className={classes.part}>
            <span>{itemName ? `${lane} · ${itemName}` : t('prizes:page.lane', { lane })}</span>
            <span className={classes.figure}>
              {t('prizes:page.winsOf', { wins, plays })}
              {winRate !== null && ` · ${percentText(winRate)}%`}
              {setRate !== null && ` / ${percentText(setRate)}%`}
            </span>
            <Text span size="sm" c="dimmed" className={classes.words}>
              {words}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gifts({ parts: { gifts } }: { parts: Parts }) {
  const t = useText();
  if (gifts.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('prizes:page.gifts')}
      </Title>
      <ul className={classes.parts}>
        {gifts.map(({ giftName, out, missing, costFen }) => (
          <li key={giftName ?? ''} className={classes.part}>
            <span>{giftName ?? t('prizes:page.unknownItem')}</span>
            <span className={classes.figure}>
              {t('prizes:page.pieces', { count: out })} · <Money fen={costFen} />
            </span>
            {missing > 0 && (
              <Text span size="sm" c="dimmed" className={classes.words}>
                {t('prizes:page.missing', { count: missing })}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
