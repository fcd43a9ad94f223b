import '#kit/ui/all-styles.ts';
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { compare } from '#kit/pages/comparison.ts';
import { Heading, Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { Icon, NamedIcon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useMenu } from '#kit/ui/menu.ts';
import { allGroups } from '#kit/ui/menu-tree.ts';
import { pointsContract } from '../contract.ts';
import { FlowChart } from './flow-chart.tsx';
import classes from './points.module.css';

type Overview = OutputOf<typeof pointsContract.readPointsOverview>;
type UnitOverview = Overview['units'][number];

const ownPath = '/integralStore';
const holdingsPath = '/integralStore/memberIntegral';
const logPath = '/integralStore/integralLog';
const rulesPath = '/integralStore/pointRules';

/** /integralStore: what members hold, what it is worth, and how it moves. */
export default function PointsOverview() {
  const t = useText();
  return (
    <Loaded call={[pointsContract.readPointsOverview, {}]}>
      {(overview) => (
        <Stack gap="md">
          <Rule overview={overview} />
          {overview.units.map((unit) => (
            <Unit key={unit.unit} unit={unit} overview={overview} />
          ))}
          <FlowChart title={t('points:overview.months')} months={overview.months} />
          <Pages />
        </Stack>
      )}
    </Loaded>
  );
}

/** Whether spending earns at all: without it most figures stay where they are. */
function Rule({ overview: { active } }: { overview: Overview }) {
  const t = useText();
  const mayOpen = useMayOpen(rulesPath);
  if (active) return null;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Text size="sm">{t('points:overview.off')}</Text>
        {mayOpen && (
          <Button component={Link} to={rulesPath} variant="light">
            {t('points:overview.setRules')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** Against the same days of the month before. */
function against(t: Translate, now: number, before: number): string {
  const { direction, changeBasisPoints } = compare(now, before);
  if (changeBasisPoints === undefined) return t('points:overview.before', { count: before });
  const percent = Math.abs(Math.round(changeBasisPoints / 100));
  return t(`points:overview.${direction}`, { percent, count: before });
}

function Unit({ unit, overview }: { unit: UnitOverview; overview: Overview }) {
  const t = useText();
  const { thisMonth, lastMonth, outstanding, owed, debtors, expiring } = unit;
  const inMonth = (name: keyof typeof thisMonth) => ({
    label: t(`points:overview.${name}`),
    value: <Link to={`${logPath}?unit=${unit.unit}&flow=${name}`}>{thisMonth[name].toLocaleString()}</Link>,
    hint: against(t, thisMonth[name], lastMonth[name]),
  });
  const isPoint = unit.unit === 'point';
  return (
    <section>
      <Heading size="h4" mb="xs">
        {t(`points:unit.${unit.unit}`)}
      </Heading>
      <Figures
        items={[
          {
            label: t('points:overview.outstanding'),
            value: <Link to={holdingsPath}>{outstanding.toLocaleString()}</Link>,
            hint:
              expiring > 0
                ? t('points:overview.expiring', { count: expiring, days: overview.noticeDays })
                : t('points:overview.outstandingHint'),
          },
          ...(isPoint ? [worth(t, overview)] : []),
          inMonth('issued'),
          inMonth('spent'),
          inMonth('expired'),
          ...(isPoint
            ? [
                {
                  label: t('points:overview.owed'),
                  value: <Link to={`${holdingsPath}?standing=owing`}>{owed.toLocaleString()}</Link>,
                  hint:
                    debtors > 0
                      ? t('points:overview.owedHint', { count: debtors })
                      : t('points:overview.nobodyOwes'),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

const worth = (t: Translate, { liabilityFen, worthFen }: Overview) => ({
  label: t('points:overview.worth'),
  value: worthFen > 0 ? <Money fen={liabilityFen} /> : '–',
  hint:
    worthFen > 0 ? (
      t('points:overview.worthHint', { worth: formatFen(worthFen) })
    ) : (
      <Anchor component={Link} to={rulesPath} inherit>
        {t('points:overview.noWorth')}
      </Anchor>
    ),
});

/** Whatever else stands in this area of the menu, and what of it this person may open. */
function Pages() {
  const t = useText();
  const { roots } = useMenu();
  const area = allGroups(roots).find(({ pages }) => pages.some(({ path }) => path === ownPath));
  const pages = area?.pages.filter(({ path }) => path !== ownPath) ?? [];
  if (pages.length === 0) return null;
  return (
    <nav aria-label={t('points:overview.pages')}>
      <Heading size="h4" mb="xs">
        {t('points:overview.pages')}
      </Heading>
      <div className={classes.pages}>
        {pages.map(({ id, path, name, source }) => (
          <Paper key={id} withBorder p="md" component={Link} to={path} className={classes.page}>
            <NamedIcon name={source} size={20} />
            <span>{name}</span>
            <Icon name="chevron-right" size={18} />
          </Paper>
        ))}
      </div>
    </nav>
  );
}
