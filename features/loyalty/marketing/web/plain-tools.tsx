import plainTools from 'virtual:slots/marketingTools';
import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import classes from './tools.module.css';

type PlainTool = (typeof plainTools)[number]['filling'][number];

/** Tools whose use nobody can count, such as a picture: what they are for, and how they stand. */
export function PlainTools() {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      {plainTools
        .flatMap(({ filling }) => filling)
        .map((tool) => (
          <PlainTool key={tool.to} tool={tool} />
        ))}
    </SimpleGrid>
  );
}

function PlainTool({ tool: { to, icon, title, hint, needs, Figures } }: { tool: PlainTool }) {
  const t = useText();
  if (!useCan(needs)) return null;
  return (
    <Paper component={Link} to={to} withBorder p="md" className={classes.tool}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Icon name={icon} size={22} />
          <Stack gap={2}>
            <Text component="h2" fw={600} size="md" m={0}>
              {t(title)}
            </Text>
            <Hint>{t(hint)}</Hint>
            {Figures && <Figures />}
          </Stack>
        </Group>
        <Icon name="chevron-right" size={18} />
      </Group>
    </Paper>
  );
}
