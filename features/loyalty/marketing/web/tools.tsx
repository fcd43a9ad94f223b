import { Group, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Hint, Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, isIconName } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { marketingContract, type ToolRecord, usualSpan } from '../contract.ts';
import { PlainTools } from './plain-tools.tsx';
import classes from './tools.module.css';

const spans = [7, 30, 90] as const;

/** /marketingTools: what there is to bring people, and what each brought. */
export default function MarketingTools() {
  const t = useText();
  const [days, setDays] = useState<(typeof spans)[number]>(usualSpan);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Hint>{t('marketing:page.lead')}</Hint>
        <SegmentedControl
          aria-label={t('marketing:page.span')}
          value={String(days)}
          onChange={(value) => setDays(spans.find((span) => String(span) === value) ?? usualSpan)}
          data={spans.map((span) => ({ value: String(span), label: t(`marketing:span.${span}`) }))}
        />
      </Group>
      <Loaded call={[marketingContract.readTools, { days }]}>
        {({ tools }) =>
          tools.length === 0 ? (
            <EmptyState title={t('marketing:empty.tools')} hint={t('marketing:empty.toolsHint')} />
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              {tools.map((tool) => (
                <Tool key={tool.key} tool={tool} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <PlainTools />
    </Stack>
  );
}

/** The whole card leads to the tool. */
function Tool({ tool }: { tool: ToolRecord }) {
  const t = useText();
  const { name, path, icon, uses, people, givenFen, visits, incomeFen } = tool;
  return (
    <Paper component={Link} to={path} withBorder p="md" className={classes.tool}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Group gap="sm" wrap="nowrap">
          {isIconName(icon) && <Icon name={icon} size={22} />}
          <Text component="h2" fw={600} size="md" m={0}>
            {name}
          </Text>
        </Group>
        <Icon name="chevron-right" size={18} />
      </Group>
      {uses === 0 ? (
        <Hint>{t('marketing:page.unused')}</Hint>
      ) : (
        <dl className={classes.numbers}>
          <Fact name="uses" note={t('marketing:page.people', { count: people })}>
            {uses.toLocaleString()}
          </Fact>
          <Fact name="givenFen">
            <Money fen={givenFen} />
          </Fact>
          <Fact name="visits">{visits.toLocaleString()}</Fact>
          <Fact name="incomeFen">
            <Money fen={incomeFen} />
          </Fact>
        </dl>
      )}
    </Paper>
  );
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  const t = useText();
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {t(`marketing:field.${name}`)}
      </Text>
      <dd className={classes.value}>
        {children}
        {note && (
          <Text size="xs" c="dimmed" component="span" display="block">
            {note}
          </Text>
        )}
      </dd>
    </div>
  );
}
