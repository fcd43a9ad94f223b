import { Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type AlertRecord, alertsContract } from '../contract.ts';
import { AlertBadge } from './alert-badge.tsx';
import { placeOf } from './alert-place.ts';
import classes from './home-alerts.module.css';

/** What needs somebody now, at the chosen site or all. Nothing at all when everything is well. */
export default function HomeAlerts() {
  const t = useText();
  const site = useCurrentSite();
  const maySee = useCan(alertsContract.alertSummary);
  const { data } = useCall(
    alertsContract.alertSummary,
    { fieldId: site?.id },
    { enabled: maySee, keepPrevious: true },
  );
  if (!maySee || !data || data.open === 0) return null;
  return (
    <section className={classes.card} data-severe={data.severe > 0 || undefined} aria-labelledby="attention">
      <Group justify="space-between">
        <Group gap={8}>
          <Icon name="bell-ringing" size={20} />
          <Title order={2} size="h4" id="attention">
            {t('alerts:home.title')}
          </Title>
        </Group>
        <Link to={site ? `/alerts?fieldId=${site.id}` : '/alerts'} className={classes.all}>
          {t('alerts:home.all', { count: data.open })}
        </Link>
      </Group>
      <ul className={classes.list}>
        {data.latest.map((alert) => (
          <HomeAlert key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}

function HomeAlert({ alert }: { alert: AlertRecord }) {
  const t = useText();
  const target = alert.equipmentId ? `/machineSetting?equipmentId=${alert.equipmentId}` : '/alerts';
  return (
    <li>
      <Link to={target} className={classes.line}>
        <span className={classes.words}>
          <Text component="span" fw={600} display="block" truncate>
            {alert.title} · {placeOf(t, alert)}
          </Text>
          <Text component="span" size="sm" c="dimmed" display="block" truncate>
            {[alert.fieldName, alert.detail].filter(Boolean).join(' · ')}
          </Text>
        </span>
        <span className={classes.side}>
          <AlertBadge alert={alert} />
          <Text component="span" size="xs" c="dimmed">
            <Time value={alert.openedAt} pattern="m-d H:M" />
          </Text>
        </span>
      </Link>
    </li>
  );
}
