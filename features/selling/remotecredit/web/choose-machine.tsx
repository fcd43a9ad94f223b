import { Button, Paper, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import choices from '#kit/pages/choices.module.css';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { remotecreditContract } from '../contract.ts';
import { useMachineName } from './machine-name.ts';

const shownAtMost = 60;
const searchDelayMs = 300;
const askAgainMs = 10_000;

/** The machines of the current site first: most likely the person stands in front of one. */
export function ChooseMachine({ onChoose }: { onChoose: (equipmentId: string) => void }) {
  const t = useText();
  const site = useCurrentSite();
  const nameOf = useMachineName();
  const [search, setSearch] = useState('');
  const [keyword] = useDebouncedValue(search.trim(), searchDelayMs);
  const { data, error, refetch } = useCall(
    remotecreditContract.listCreditDevices,
    { keyword, size: shownAtMost, ...(site && { nearFieldId: site.id }) },
    { keepPrevious: true, refetchMs: askAgainMs },
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  if (data.total === 0 && keyword === '') return <NoMachine />;
  const shown = data.records;
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('remotecredit:device.choose')}</Text>
      <TextInput
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('remotecredit:device.search')}
        aria-label={t('remotecredit:device.search')}
        leftSection={<Icon name="search" size={16} />}
      />
      {shown.length === 0 ? (
        <EmptyState title={t('kit:page.noMatch')} hint={t('remotecredit:device.search')} />
      ) : (
        <Paper withBorder component="ul" className={choices.choices}>
          {shown.map((machine) => (
            <li key={machine.equipmentId}>
              <UnstyledButton className={choices.choice} onClick={() => onChoose(machine.equipmentId)}>
                <span className={choices.text}>
                  <Text component="span" fw={600} display="block" truncate>
                    {nameOf(machine)}
                  </Text>
                  <Text component="span" size="sm" c="dimmed" display="block" truncate>
                    {machine.fieldName} · {machine.code}
                  </Text>
                </span>
                <DeviceState device={machine} />
                <Icon name="chevron-right" />
              </UnstyledButton>
            </li>
          ))}
        </Paper>
      )}
    </Stack>
  );
}

function NoMachine() {
  const t = useText();
  return (
    <EmptyState
      title={t('remotecredit:device.none')}
      hint={t('remotecredit:device.noneHint')}
      action={
        <Button component={Link} to="/register_equip" variant="light">
          {t('remotecredit:device.register')}
        </Button>
      }
    />
  );
}
