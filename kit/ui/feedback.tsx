import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureMessage } from './api.ts';
import { Heading, Hint } from './display.tsx';
import { useText } from './i18n.ts';
import { Icon } from './icons.tsx';

/** An empty yard with a coin slot: says that nothing is wrong, there is only nothing yet. */
function EmptyYard() {
  return (
    <svg width="132" height="88" viewBox="0 0 132 88" fill="none" aria-hidden="true" focusable="false">
      <ellipse cx="66" cy="78" rx="58" ry="8" fill="var(--mantine-color-default-hover)" />
      <path
        d="M26 76V42a40 40 0 0 1 80 0v34"
        stroke="var(--drawing-frame)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M52 58h28" stroke="var(--mantine-color-dimmed)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="66" cy="30" r="12" fill="var(--coin-4)" stroke="var(--coin-2)" strokeWidth="3" />
      <path d="M66 25v10" stroke="var(--coin-8)" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

interface EmptyStateProps {
  title: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
  illustration?: ReactNode;
}

export function EmptyState({ title, hint, action, illustration }: EmptyStateProps) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        {illustration ?? <EmptyYard />}
        <Heading size="h4">{title}</Heading>
        {hint && (
          <Text size="sm" c="dimmed" component="div">
            {hint}
          </Text>
        )}
        {action && <Group mt="sm">{action}</Group>}
      </Stack>
    </Center>
  );
}

/** What went wrong in the words of the failure, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText();
  return (
    <Center py={48} px="md" role="alert">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Icon name="cloud-off" size={44} />
        <Heading size="h4">{t('kit:ui.loadFailed')}</Heading>
        <Hint>{failureMessage(error)}</Hint>
        {onRetry && (
          <Button mt="sm" variant="light" leftSection={<Icon name="refresh" />} onClick={onRetry}>
            {t('kit:action.retry')}
          </Button>
        )}
      </Stack>
    </Center>
  );
}

export function ListSkeleton({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  const t = useText();
  return (
    <Stack gap="xs" role="status" aria-label={t('kit:state.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical bars without identity
        <Skeleton key={index} height={height} radius="sm" />
      ))}
    </Stack>
  );
}

export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  const t = useText();
  return (
    <Stack gap="md" role="status" aria-label={t('kit:state.loading')}>
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical bars without identity
        <div key={index}>
          <Skeleton height={12} width={96} mb={8} />
          <Skeleton height={38} />
        </div>
      ))}
    </Stack>
  );
}
