import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { accountsContract } from '#features/accounts/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import styles from './home.module.css';

/** What waits for the platform's decision. */
export function WaitingWork() {
  const t = useText();
  const mayReview = useCan(accountsContract.listTenants);
  const waiting = { current: 1, size: 1 } as const;
  const registrations = useCall(
    accountsContract.listTenants,
    { ...waiting, reviewState: 'untreated' },
    { enabled: mayReview },
  );
  const names = useCall(
    accountsContract.listNameReviews,
    { ...waiting, state: 'untreated' },
    { enabled: mayReview },
  );
  if (!mayReview || !registrations.data || !names.data) return null;
  const rows = [
    { key: 'registrations', count: registrations.data.total },
    { key: 'names', count: names.data.total },
  ];
  return (
    <section className={styles.card}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('home:waiting.title')}
        </Title>
        <Button component={Link} to="/platform_review" variant="light" mih={44}>
          {t('home:waiting.open')}
        </Button>
      </Group>
      <ul className={styles.steps}>
        {rows.map((row) => (
          <li key={row.key} className={styles.step}>
            <Text className={styles.stepText}>{t(`home:waiting.${row.key}`)}</Text>
            <Badge size="lg" variant="light" color={row.count > 0 ? 'coin' : 'gray'}>
              {row.count}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
