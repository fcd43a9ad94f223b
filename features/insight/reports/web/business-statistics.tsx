import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { AddressChoice, choiceIn } from '#kit/pages/address-choice.tsx';
import { defineReport, ReportPage, type StatTile } from '#kit/pages/report-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { useSession } from '#kit/ui/session.ts';
import type { RecordFigure } from '../contract/records.ts';
import { type Grouping, groupings } from '../contract/shared.ts';
import { reportsContract } from '../contract.ts';
import { FigureRows } from './figure-rows.tsx';
import { PdfButton } from './pdf-button.tsx';
import { entriesOf, recordsOf, useReportFilters } from './report-filters.ts';
import classes from './reports.module.css';

const { readSummary } = reportsContract;
type Summary = OutputOf<typeof readSummary>;
type Input = InputOf<typeof readSummary>;
type Source = Summary['sources'][number];
type Figure = keyof Summary['figures'];

const money = (fen: number) => <Money fen={fen} />;

/** A figure of the period beside that of the one before. */
const tile = (name: Figure, more: Partial<StatTile<Summary>> = {}): StatTile<Summary> => ({
  label: `reports:field.${name}`,
  value: ({ figures }) => figures[name] ?? 0,
  before: ({ figuresBefore }) => figuresBefore[name] ?? 0,
  ...(name.endsWith('Fen') && { format: money }),
  ...more,
});

const dearer = { lowerIsBetter: true } as const;
const tilesFor = (input: Places): StatTile<Summary>[] => {
  const entries = (figure?: 'refund' | 'fee') => ({
    to: ({ period }: Summary) => entriesOf(period, input, figure && { figure }),
  });
  const records = (figure: RecordFigure) => ({
    to: ({ period }: Summary) => recordsOf(figure, period, input),
  });
  return [
    tile('incomeFen', entries()),
    tile('refundFen', { ...dearer, ...entries('refund') }),
    tile('netFen', entries()),
    tile('marginFen'),
    tile('feeFen', { ...dearer, ...entries('fee') }),
    tile('sharesFen', { ...dearer, ...records('shares') }),
    tile('giftCostFen', { ...dearer, ...records('giftCost') }),
    tile('perMachineDayFen'),
    tile('plays', records('plays')),
    tile('wins', records('wins')),
    tile('coinsIn', records('coinsIn')),
    tile('coinsOut', records('coinsOut')),
  ];
};

type Places = Pick<Input, 'fieldId' | 'equipmentId' | 'type'>;

/** /business_statistics: what some days brought and cost, beside an earlier period, down to the orders. */
export default function BusinessStatistics() {
  const [query] = useSearchParams();
  const filters = useReportFilters();
  const [fieldId, equipmentId, type] = ['fieldId', 'equipmentId', 'type'].map((name) => query.get(name));
  const definition = useMemo(() => {
    const places = { fieldId, equipmentId, type } as Places;
    return defineReport({
      endpoint: readSummary,
      range: 'last7',
      filters,
      tiles: tilesFor(places),
      aside: (input) => <PdfButton input={input} />,
      content: (data, input) => (
        <>
          <Why data={data} />
          <Sources data={data} places={places} />
          <Parts input={input} data={data} />
        </>
      ),
    });
  }, [filters, fieldId, equipmentId, type]);
  return <ReportPage definition={definition} />;
}

/** What the change is made of, in words. */
function Why({ data }: { data: Summary }) {
  const t = useText();
  const { contributions, restFen, before } = data;
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb={4}>
        {t('reports:why.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('reports:why.against', { from: before.from, to: before.to })}
      </Text>
      {contributions.length === 0 ? (
        <Text size="sm">{t('reports:why.same')}</Text>
      ) : (
        <ul className={classes.lines}>
          {contributions.map((part) => (
            <li key={`${part.fieldId} ${part.equipmentId}`}>
              <span>
                {part.equipmentNo === null ? '' : `#${part.equipmentNo} `}
                {part.equipmentName ?? part.fieldName ?? t('reports:page.nowhere')}
              </span>
              <Money fen={part.changeFen} signed />
            </li>
          ))}
          {restFen !== 0 && (
            <li>
              <span>{t('reports:why.rest')}</span>
              <Money fen={restFen} signed />
            </li>
          )}
        </ul>
      )}
    </Paper>
  );
}

const sums = ['grossFen', 'refundFen', 'incomeFen', 'feeFen', 'netFen'] as const;

/** Income by way of paying; each leads to its orders. */
function Sources({ data, places }: { data: Summary; places: Places }) {
  const t = useText();
  const phone = usePhone();
  if (data.sources.length === 0) return <Text c="dimmed">{t('reports:page.nothing')}</Text>;
  const nameOf = ({ source }: Source) => (
    <Link to={entriesOf(data.period, places, { payWay: source })}>{t(`figures:incomeSource.${source}`)}</Link>
  );
  const Rows = phone ? SourceLines : SourceTable;
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {t('reports:page.bySource')}
      </Title>
      <Rows sources={data.sources} nameOf={nameOf} />
    </Paper>
  );
}

interface SourceProps {
  sources: readonly Source[];
  nameOf: (source: Source) => ReactNode;
}

function SourceLines({ sources, nameOf }: SourceProps) {
  const t = useText();
  return (
    <ul className={classes.lines}>
      {sources.map((row) => (
        <li key={row.source}>
          <div>
            {nameOf(row)}
            <Text size="sm" c="dimmed">
              {t('reports:field.refundFen')} <Money fen={row.refundFen} /> · {t('reports:field.feeFen')}{' '}
              <Money fen={row.feeFen} />
            </Text>
          </div>
          <Money fen={row.incomeFen} />
        </li>
      ))}
    </ul>
  );
}

function SourceTable({ sources, nameOf }: SourceProps) {
  const t = useText();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('reports:field.source')}</th>
          {sums.map((name) => (
            <th key={name} scope="col">
              {t(`reports:field.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sources.map((row) => (
          <tr key={row.source}>
            <th scope="row">{nameOf(row)}</th>
            {sums.map((sum) => (
              <td key={sum}>
                <Money fen={row[sum]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same figures by merchant, site, machine, type, day or month. */
function Parts({ input, data }: { input: Input; data: Summary }) {
  const realm = useSession()?.realm;
  const [query] = useSearchParams();
  // a merchant would find itself alone
  const offered = groupings.filter((name) => name !== 'merchant' || realm !== 'merchant') as [
    Grouping,
    ...Grouping[],
  ];
  return (
    <section className={classes.parts}>
      <AddressChoice name="by" values={offered} words="reports:by" about="reports:page.by" />
      <FigureRows by={choiceIn(query, 'by', offered)} input={input} days={data.period} />
    </section>
  );
}
