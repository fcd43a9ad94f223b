import { Button, Group, Loader, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { formatDate } from '#kit/kernel/time.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { KeyValue, StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { ErrorState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { type PaymentPlatform, paymentsContract } from '../contract.ts';
import { Disputes } from './disputes.tsx';

/** An event tells when a platform falls silent; the numbers in between move by themselves. */
const lookAgainMs = 15_000;

/** How it stands with WeChat Pay and Alipay: for the platform's administrators. */
export default function PaymentPlatforms() {
  const { data, error, refetch } = useCall(
    paymentsContract.listPlatforms,
    {},
    { staleMs: 0, refetchMs: lookAgainMs },
  );
  useLiveInvalidate('payment-platform.', paymentsContract.listPlatforms);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loader />;
  return (
    <Stack gap="xl" maw={1200}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {data.platforms.map((platform) => (
          <PlatformCard key={platform.channel} platform={platform} />
        ))}
      </SimpleGrid>
      <Disputes />
    </Stack>
  );
}

type State = 'working' | 'quiet' | 'down' | 'absent';
const tones: Record<State, Tone> = { working: 'good', quiet: 'quiet', down: 'bad', absent: 'waiting' };

function stateOf(platform: PaymentPlatform): State {
  if (!platform.configured) return 'absent';
  if (platform.downSince) return 'down';
  return platform.answeredAt || platform.lastNoticeAt ? 'working' : 'quiet';
}

function PlatformCard({ platform }: { platform: PaymentPlatform }) {
  const t = useText();
  const state = stateOf(platform);
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t(`payments:channel.${platform.channel}`)}
        </Title>
        <Group gap="xs">
          {platform.simulated && <StatusBadge tone="info">{t('payments:page.simulated')}</StatusBadge>}
          <StatusBadge tone={tones[state]}>{t(`payments:state.${state}`)}</StatusBadge>
        </Group>
      </Group>
      {state === 'absent' ? (
        <Text c="dimmed">{t('payments:page.configure')}</Text>
      ) : (
        <Figures platform={platform} />
      )}
    </Paper>
  );
}

function Figures({ platform }: { platform: PaymentPlatform }) {
  const t = useText();
  return (
    <Stack gap="md">
      <KeyValue
        rows={[
          { label: t('payments:page.merchantId'), value: platform.merchantId },
          { label: t('payments:page.appId'), value: platform.appId },
          { label: t('payments:page.answeredAt'), value: <Time value={platform.answeredAt} /> },
          ...(platform.downSince
            ? [{ label: t('payments:page.downSince'), value: <Time value={platform.downSince} /> }]
            : []),
          { label: t('payments:page.lastNoticeAt'), value: <Time value={platform.lastNoticeAt} /> },
          { label: t('payments:page.notices'), value: platform.notices },
        ]}
      />
      <Waiting platform={platform} />
      <Refusals platform={platform} />
    </Stack>
  );
}

function Waiting({ platform }: { platform: PaymentPlatform }) {
  const t = useText();
  const ask = useAct(paymentsContract.askPlatforms, {
    success: 'payments:page.asked',
    invalidates: [paymentsContract.listPlatforms],
  });
  const waiting = platform.waiting.filter(({ count }) => count > 0);
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {t('payments:page.waiting')}
      </Title>
      {waiting.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('payments:page.nothingWaits')}
        </Text>
      )}
      {waiting.map(({ kind, count, oldestAt }) => (
        <Group key={kind} justify="space-between" wrap="nowrap">
          <Text size="sm">{t(`payments:kind.${kind}`)}</Text>
          <Text size="sm" ta="right">
            {count}
            {oldestAt && (
              <Text span size="sm" c="dimmed" ml="xs">
                {t('payments:page.oldest', { time: formatDate(new Date(oldestAt), 'm-d H:M') })}
              </Text>
            )}
          </Text>
        </Group>
      ))}
      {waiting.length > 0 && (
        <Button
          size="md"
          w="fit-content"
          variant="default"
          loading={ask.isPending}
          leftSection={<Icon name="refresh" />}
          onClick={() => ask.mutate({ channel: platform.channel })}
        >
          {t('payments:page.ask')}
        </Button>
      )}
    </Stack>
  );
}

function Refusals({ platform }: { platform: PaymentPlatform }) {
  const t = useText();
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {t('payments:page.refusals')}
      </Title>
      {platform.refusals.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('payments:page.noRefusals')}
        </Text>
      )}
      {platform.refusals.map(({ reason, times, lastAt }) => (
        <Group key={reason} justify="space-between" wrap="nowrap">
          <Text size="sm">{t(`payments:refusal.${reason}`)}</Text>
          <Text size="sm" ta="right">
            {t('payments:page.times', { count: times })}
            <Text span size="sm" c="dimmed" ml="xs">
              <Time value={lastAt} pattern="m-d H:M" />
            </Text>
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
