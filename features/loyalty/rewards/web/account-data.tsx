import '#kit/ui/all-styles.ts';
import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { FlowChart } from '#features/loyalty/points/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { defineReport, ReportPage } from '#kit/pages/report-page.tsx';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { type AccountMonth, rewardsContract } from '../contract.ts';
import classes from './accounts.module.css';

type Accounts = OutputOf<typeof rewardsContract.readAccounts>;

const logPath = '/integralStore/integralLog';
const documentsPath = '/integralStore/documentManage';
const rulesPath = '/integralStore/pointRules';
/** sums of a month in money, and the papers they come from */
const goods = [
  { name: 'goodsCostFen', kind: 'handOut' },
  { name: 'goodsBackFen', kind: 'recycle' },
  { name: 'goodsBoughtFen', kind: 'receipt' },
  { name: 'goodsCountedFen', kind: 'count' },
  { name: 'goodsLostFen', kind: 'loss' },
] as const;
const flows = ['issued', 'spent', 'expired', 'reversed', 'adjusted'] as const;
/** the others where there were any */
const alwaysShown: ReadonlySet<string> = new Set(['issued', 'spent']);

const report = defineReport({
  endpoint: rewardsContract.readAccounts,
  filters: [siteFilter()],
  content: (accounts, { fieldId }) => (
    <Stack gap="md">
      <Now accounts={accounts} />
      <Chart months={accounts.months} />
      <Months months={accounts.months} fieldId={fieldId} />
    </Stack>
  ),
});

/** /integralStore/accountData: what points cost: issued, spent, expired, goods, and what is owed. */
export default function AccountData() {
  return <ReportPage definition={report} />;
}

function Now({ accounts }: { accounts: Accounts }) {
  const t = useText();
  const { worthFen, liabilityFen, outstanding, months } = accounts;
  const [current] = months;
  if (!current) return null;
  const number = (name: 'issued' | 'spent' | 'expired') => ({
    label: t(`rewards:account.now.${name}`),
    value: current.points[name].toLocaleString(),
  });
  return (
    <Figures
      items={[
        {
          label: t('rewards:account.liability'),
          value: worthFen > 0 ? <Money fen={liabilityFen} /> : '–',
          hint:
            worthFen > 0 ? (
              t('rewards:account.liabilityHint', {
                count: outstanding.points,
                points: outstanding.points.toLocaleString(),
                worth: formatFen(worthFen),
              })
            ) : (
              <Anchor component={Link} to={rulesPath} inherit>
                {t('rewards:account.noWorth')}
              </Anchor>
            ),
        },
        number('issued'),
        number('spent'),
        number('expired'),
        { label: t('rewards:account.now.goodsCost'), value: <Money fen={current.goodsCostFen} /> },
        { label: t('rewards:account.tickets'), value: outstanding.tickets.toLocaleString() },
      ]}
    />
  );
}

function Chart({ months }: { months: Accounts['months'] }) {
  const t = useText();
  const flows = months.map(({ month, points }) => ({ ...points, month })).reverse();
  return <FlowChart title={t('rewards:account.chart')} months={flows} />;
}

/** Months in which something happened, and the one that is going on. */
function Months({ months, fieldId }: { months: Accounts['months']; fieldId: string | undefined }) {
  const t = useText();
  const isQuiet = (month: AccountMonth) =>
    goods.every(({ name }) => month[name] === 0) &&
    flows.every((name) => month.points[name] === 0 && month.tickets[name] === 0);
  const shown = months.filter((month, place) => place === 0 || !isQuiet(month));
  return (
    <section>
      <Heading size="h4" mb="xs">
        {t('rewards:account.byMonth')}
      </Heading>
      <Hint mb="sm">{t('rewards:account.byMonthHint')}</Hint>
      <Stack gap="sm">
        {shown.map((month) => (
          <Month key={month.month} month={month} fieldId={fieldId} />
        ))}
      </Stack>
    </section>
  );
}

function Month({ month, fieldId }: { month: AccountMonth; fieldId: string | undefined }) {
  const t = useText();
  const mayLog = useMayOpen(logPath);
  const mayDocuments = useMayOpen(documentsPath);
  const place = { from: month.from, to: month.to };
  const movements = (unit: 'point' | 'ticket', flow: string) =>
    `${logPath}?${new URLSearchParams({ unit, flow, ...place, ...(fieldId && { fieldId }) })}`;
  const documents = (kind: string) => `${documentsPath}?${new URLSearchParams({ kind, ...place })}`;
  const line = (unit: 'point' | 'ticket', sums: AccountMonth['points']) => (
    <Cells heading={t(`points:unit.${unit}`)}>
      {flows
        .filter((flow) => alwaysShown.has(flow) || sums[flow] !== 0)
        .map((flow) => (
          <Cell key={flow} label={t(`rewards:account.${flow}`)}>
            {mayLog && sums[flow] !== 0 ? (
              <Link to={movements(unit, flow)}>{sums[flow].toLocaleString()}</Link>
            ) : (
              sums[flow].toLocaleString()
            )}
          </Cell>
        ))}
      <Cell label={t('rewards:account.outstanding')}>{sums.outstanding.toLocaleString()}</Cell>
    </Cells>
  );
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5" mb="xs">
        {month.month}
      </Title>
      <Stack gap="sm">
        {line('point', month.points)}
        {flows.some((flow) => month.tickets[flow] !== 0) && line('ticket', month.tickets)}
        <Cells heading={t('rewards:account.money')}>
          {goods
            .filter(({ name }) => month[name] !== 0)
            .map(({ name, kind }) => (
              <Cell key={name} label={t(`rewards:account.${name}`)}>
                {mayDocuments ? (
                  <Link to={documents(kind)}>
                    <Money fen={month[name]} />
                  </Link>
                ) : (
                  <Money fen={month[name]} />
                )}
              </Cell>
            ))}
          <Cell label={t('rewards:account.liabilityEnd')}>
            <Money fen={month.liabilityFen} />
          </Cell>
        </Cells>
      </Stack>
    </Paper>
  );
}

const Cells = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div>
    <Text size="xs" fw={600} mb={4}>
      {heading}
    </Text>
    <dl className={classes.cells}>{children}</dl>
  </div>
);

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.cell}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
