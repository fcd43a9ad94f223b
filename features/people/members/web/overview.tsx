import '#kit/ui/all-styles.ts';
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { SeriesChart } from '#kit/pages/charts.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { membersContract } from '../contract.ts';
import { lostAfterDays, newForDays, sleepingAfterDays } from '../rules/segments.ts';

type Overview = OutputOf<typeof membersContract.readOverview>;
const edges = { newForDays, sleepingAfterDays, lostAfterDays };

/** /member_management: how many there are, whether they come back, and what they are owed. */
export default function MemberOverview() {
  return (
    <Loaded call={[membersContract.readOverview, {}]}>
      {(overview) => (
        <Stack gap="md">
          <Numbers overview={overview} />
          <Segments overview={overview} />
          <Tags />
          <Growth overview={overview} />
        </Stack>
      )}
    </Loaded>
  );
}

function Numbers({ overview }: { overview: Overview }) {
  const { members, joined, joinedBefore, active, owed, unclaimed } = overview;
  const t = useText();
  return (
    <Figures
      items={[
        {
          label: t('members:overview.members'),
          value: <Link to="/vip_list">{members.toLocaleString()}</Link>,
          hint: t('members:overview.active', { count: active }),
        },
        {
          label: t('members:overview.joined'),
          value: joined.toLocaleString(),
          hint: t('members:overview.joinedBefore', { count: joinedBefore }),
        },
        {
          label: t('members:overview.owed'),
          value: <Money fen={owed.balanceFen} />,
          hint:
            unclaimed.players > 0 ? (
              <Anchor component={Link} to="/old_players" inherit>
                {t('members:overview.unclaimed', {
                  count: unclaimed.players,
                  balance: formatFen(unclaimed.balanceFen),
                })}
              </Anchor>
            ) : (
              t('members:overview.owedHint')
            ),
        },
        { label: t('members:overview.coins'), value: t('kit:pieces.coin', { count: owed.coins }) },
      ]}
    />
  );
}

function Segments({ overview }: { overview: Overview }) {
  const t = useText();
  return (
    <section>
      <Heading size="h4" mb="xs">
        {t('members:overview.segments')}
      </Heading>
      <Figures
        items={overview.segments.map(({ segment, members }) => ({
          label: t(`members:segmentName.${segment}`),
          value: <Link to={`/vip_list?segment=${segment}`}>{members.toLocaleString()}</Link>,
          hint: t(`members:segmentHint.${segment}`, edges),
        }))}
      />
    </section>
  );
}

/** What staff call some of them, and of how many they say it. */
function Tags() {
  const t = useText();
  const { data = [] } = useCall(membersContract.listTags, {});
  if (data.length === 0) return null;
  return (
    <section>
      <Heading size="h4" mb="xs">
        {t('members:overview.tags')}
      </Heading>
      <Group gap="xs">
        {data.map(({ tag, members }) => (
          <Button
            key={tag}
            component={Link}
            to={`/vip_list?tag=${encodeURIComponent(tag)}`}
            variant="default"
            radius="xl"
            rightSection={<Text span>{members.toLocaleString()}</Text>}
          >
            {tag}
          </Button>
        ))}
      </Group>
    </section>
  );
}

function Growth({ overview: { growth } }: { overview: Overview }) {
  const t = useText();
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Heading size="h4">{t('members:overview.growth')}</Heading>
        <Button component={Link} to="/vip_list" variant="subtle" rightSection={<Icon name="chevron-right" />}>
          {t('members:overview.all')}
        </Button>
      </Group>
      <Hint mb="sm">{t('members:overview.growthHint', { weeks: growth.length })}</Hint>
      <SeriesChart
        kind="bar"
        heightPx={220}
        along="day"
        data={growth.map(({ day, joined }) => ({ day, joined }))}
        series={[{ name: 'joined', label: t('members:overview.joinedWeek'), color: 'yard.6' }]}
      />
    </Paper>
  );
}
