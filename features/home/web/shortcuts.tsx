import { Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { giveUpWithoutMenu, useMenu } from '#kit/ui/menu.ts';
import { menuPages } from '#kit/ui/menu-tree.ts';
import { Tiles } from './tiles.tsx';

const shownAtMost = 12;
const rootOrder = ['sy', 'my', 'cpdt'];

/** The pages of the home root (sy), filled up with the reader's other pages so that nobody lands on a bare page. */
export function Shortcuts() {
  const t = useText();
  const { status, roots } = useMenu();
  useEffect(() => {
    if (status === 'failed') giveUpWithoutMenu();
  }, [status]);
  const pages = [...roots]
    .sort((a, b) => rootOrder.indexOf(a.code) - rootOrder.indexOf(b.code))
    .flatMap(menuPages)
    .filter((page, index, all) => all.findIndex(({ path }) => path === page.path) === index)
    .slice(0, shownAtMost);
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('home:shortcuts.title')}
        </Title>
        <Button component={Link} to="/manage" variant="subtle" size="compact-sm">
          {t('home:shortcuts.all')}
        </Button>
      </Group>
      {status === 'ready' ? <Tiles pages={pages} /> : <Skeleton height={98} radius="md" />}
    </Stack>
  );
}
