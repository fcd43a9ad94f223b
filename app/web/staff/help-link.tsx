import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import { chapterOf } from '#features/base/content/contract/chapters.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { KnownScreen } from '../screens.ts';

/** The chapter of the manual about the screen one looks at; help itself has none. */
export function HelpLink({ screen }: { screen: KnownScreen | undefined }) {
  const t = useText();
  const chapter = screen && chapterOf(screen.path);
  if (!chapter) return null;
  return (
    <ActionIcon
      component={Link}
      to={`/operation_manual?chapter=${chapter}`}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t('app:shell.chapter')}
      title={t('app:shell.chapter')}
    >
      <Icon name="help" size={20} />
    </ActionIcon>
  );
}
