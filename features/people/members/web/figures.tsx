import { Anchor, Paper, ScrollArea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { ChartTable } from '#kit/pages/chart-table.tsx';
import { defineReport, ReportPage } from '#kit/pages/report-page.tsx';
import { SaveFigures } from '#kit/pages/save-figures.tsx';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { membersContract } from '../contract.ts';
import classes from './figures.module.css';

type Figures = OutputOf<typeof membersContract.readFigures>;

const report = defineReport({
  endpoint: membersContract.readFigures,
  range: 'last30',
  filters: [{ kind: 'dateRange', name: 'from', toName: 'to', label: 'kit:thing.daysLabel' }, siteFilter()],
  tiles: [
    { label: 'members:figures.members', value: ({ members }) => members },
    { label: 'members:figures.joined', value: ({ joined }) => joined },
    { label: 'members:figures.returning', value: ({ returning }) => returning },
    { label: 'members:figures.paid', value: ({ paidFen }) => paidFen, format: (fen) => <Money fen={fen} /> },
  ],
  content: (figures) => <Tables figures={figures} />,
});

/** /member_figures: who came, what they paid, and who comes back. */
export default function MemberFigures() {
  return <ReportPage definition={report} />;
}

function Tables({ figures }: { figures: Figures }) {
  const t = useText();
  const { sleeping, lost, levels, segments } = figures;
  const totals: [string, ReactNode][] = [
    [t('members:figures.members'), figures.members.toLocaleString()],
    [t('members:figures.joined'), figures.joined.toLocaleString()],
    [t('members:figures.returning'), figures.returning.toLocaleString()],
    [t('members:figures.paid'), <Money key="paid" fen={figures.paidFen} />],
    [t('members:segmentName.sleeping'), sleeping.toLocaleString()],
    [t('members:segmentName.lost'), lost.toLocaleString()],
  ];
  return (
    <>
      <ChartTable
        title={t('members:screen.figures')}
        rows={totals}
        columns={[
          { label: t('kit:page.chartRow'), value: ([name]) => name },
          { label: t('kit:page.chartAmount'), value: ([, value]) => value },
        ]}
      />
      <Hint>{t('members:figures.away', { sleeping, lost })}</Hint>
      <div className={classes.pair}>
        <Sums
          title={t('members:figures.byLevel')}
          head={t('members:field.levelName')}
          rows={levels.map(({ levelId, levelName, ...sums }) => ({
            key: levelId ?? '',
            name: levelId ? (
              <ToMembers filter={`levelId=${levelId}`}>{levelName}</ToMembers>
            ) : (
              t('members:figures.noLevel')
            ),
            ...sums,
          }))}
        />
        <Sums
          title={t('members:figures.bySegment')}
          head={t('members:field.segment')}
          rows={segments.map(({ segment, ...sums }) => ({
            key: segment,
            name: <ToMembers filter={`segment=${segment}`}>{t(`members:segmentName.${segment}`)}</ToMembers>,
            ...sums,
          }))}
        />
      </div>
      <Cohorts figures={figures} />
    </>
  );
}

const ToMembers = ({ filter, children }: { filter: string; children: ReactNode }) => (
  <Anchor component={Link} to={`/vip_list?${filter}`} inherit>
    {children}
  </Anchor>
);

function Panel({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const table = useRef<HTMLTableElement>(null);
  return (
    <Paper withBorder p="md" component="section">
      <Heading mb={4}>{title}</Heading>
      {hint && <Hint mb="xs">{hint}</Hint>}
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}>
        <table className={classes.table} ref={table}>
          {children}
        </table>
      </ScrollArea>
      <SaveFigures title={title} table={table} />
    </Paper>
  );
}

interface SumsProps {
  title: string;
  head: string;
  rows: { key: string; name: ReactNode; members: number; paidFen: number }[];
}

function Sums({ title, head, rows }: SumsProps) {
  const t = useText();
  return (
    <Panel title={title}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t('members:figures.members')}</th>
          <th scope="col">{t('members:figures.paid')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, members, paidFen }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{members.toLocaleString()}</td>
            <td>
              <Money fen={paidFen} />
            </td>
          </tr>
        ))}
      </tbody>
    </Panel>
  );
}

/** The share of those who came first in a week, week by week after it; the shade repeats what the number says. */
function Cohorts({ figures: { cohorts } }: { figures: Figures }) {
  const t = useText();
  return (
    <Panel title={t('members:figures.cohorts')} hint={t('members:figures.cohortsHint')}>
      <thead>
        <tr>
          <th scope="col">{t('members:figures.week')}</th>
          <th scope="col">{t('members:figures.joined')}</th>
          {cohorts.map(({ day }, week) => (
            <th key={day} scope="col">
              {t('members:figures.weeksLater', { week })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ day, joined, weeks }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{joined}</td>
            {weeks.map((members, week) => (
              <Share key={cohorts[week]?.day} members={members} joined={joined} />
            ))}
          </tr>
        ))}
      </tbody>
    </Panel>
  );
}

function Share({ members, joined }: { members: number; joined: number }) {
  const percent = joined > 0 ? Math.round((members / joined) * 100) : null;
  return (
    <td className={classes.share} style={{ '--share': `${Math.round((percent ?? 0) * 0.4)}%` } as object}>
      {percent === null ? '–' : `${percent}%`}
    </td>
  );
}
