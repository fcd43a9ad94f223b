import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { screenOfGroup } from './group-screens.ts';
import classes from './hub.module.css';
import { groupsOf } from './setting-fields.ts';
import type { SettingsView } from './use-settings-draft.ts';
import { groupSummary } from './value-text.ts';

/** Every group of settings the type has, each with what it is set to. */
export function HubGroups({ view }: { view: SettingsView }) {
  const t = useText();
  const { type, equipmentId } = view.device;
  return (
    <section>
      <Heading mb="sm">{t('settings:hub.settings')}</Heading>
      <ul className={classes.cards}>
        {groupsOf(type).map((group) => (
          <li key={group}>
            <Link to={screenOfGroup(group, equipmentId)} className={classes.card} data-group={group}>
              <span className={classes.cardText}>
                <Text component="span" fw={600} display="block">
                  {t(`settings:group.${group}`)}
                </Text>
                <Text component="span" size="sm" c="dimmed" lineClamp={2}>
                  {groupSummary(t, type, group, view.settings)}
                </Text>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
