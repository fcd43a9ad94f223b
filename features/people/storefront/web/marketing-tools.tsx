import tools from 'virtual:slots/marketingTools';
import { Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import classes from './storefront.module.css';

type Tool = (typeof tools)[number]['filling'][number];

/** /marketingTools: what brings players to the machines, and what each of it brought. */
export default function MarketingTools() {
  const t = useText();
  return (
    <>
      <Hint mb="md">{t('storefront:tools.lead')}</Hint>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {tools
          .flatMap(({ filling }) => filling)
          .map((tool) => (
            <ToolCard key={tool.to} tool={tool} />
          ))}
      </SimpleGrid>
    </>
  );
}

function ToolCard({ tool: { to, icon, title, hint, needs, Figures } }: { tool: Tool }) {
  const t = useText();
  if (!useCan(needs)) return null;
  return (
    <Paper withBorder className={classes.tool}>
      <span className={classes.toolIcon}>
        <Icon name={icon} size={22} />
      </span>
      <div className={classes.toolWords}>
        <Text component={Link} to={to} fw={600} className={classes.toolLink}>
          {t(title)}
        </Text>
        <Hint>{t(hint)}</Hint>
        {Figures && (
          <div className={classes.toolFigures}>
            <Figures />
          </div>
        )}
      </div>
    </Paper>
  );
}
