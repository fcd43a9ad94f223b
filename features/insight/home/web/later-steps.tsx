import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import styles from './home.module.css';
import { type StartCardProps, useTellKnown } from './start-place.ts';
import { useOrganisationSteps } from './use-organisation-steps.ts';

/** After the first play: who works here and whom players call, in one quiet line. */
export function LaterSteps({ onDismiss, onKnown }: StartCardProps) {
  const t = useText();
  const steps = useOrganisationSteps();
  const open = steps?.filter(({ done }) => !done) ?? [];
  useTellKnown(steps !== undefined, open.length > 0, onKnown);
  if (open.length === 0) return null;
  return (
    <section className={styles.later} aria-label={t('home:start.later')}>
      <Hint>{t('home:start.later')}</Hint>
      {open.map(({ key, path }) => (
        <Link key={key} to={path} className={styles.more}>
          {t(`home:start.${key}.action`)}
        </Link>
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        ml="auto"
        onClick={onDismiss}
        aria-label={t('home:start.dismiss')}
      >
        <Icon name="x" />
      </ActionIcon>
    </section>
  );
}
