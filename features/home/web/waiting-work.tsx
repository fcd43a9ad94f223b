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
  const mayReview = useCan(accountsContract.reviewCounts);
  const { data } = useCall(accountsContract.reviewCounts, {}, { enabled: mayReview });
  if (!data) return null;
  const rows = [
    { key: 'registrations', count: data.registrations },
    { key: 'names', count: data.names },
  ];
  return (
    <section className={styles.card}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('home:waiting.title')}
        </Title>
        <Button component={Link} to="/platform_review" variant="light">
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
