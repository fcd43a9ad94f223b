import { ActionIcon, Button, Group, Progress, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountsContract } from '#features/accounts/contract.ts';
import { devicesContract } from '#features/devices/contract.ts';
import { sitesContract } from '#features/sites/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan, useSession } from '#kit/ui/session.ts';
import styles from './home.module.css';
import { type StartStep, startSteps } from './steps.ts';

const dismissedKey = (userId: string) => `coinyard.startDismissed.${userId}`;

/** Counted from what really exists; what the reader may not do is no step for them. */
function useSteps(): StartStep[] {
  const user = useSession();
  const mayAddSite = useCan(sitesContract.createSite);
  const mayRegister = useCan(devicesContract.registerDevice);
  const mayAddDevice = useCan(devicesContract.readFigures) && mayRegister;
  const mayEditRoles = useCan(accountsContract.saveRole);
  const mayAddStaff = useCan(accountsContract.saveStaff);
  const maySeeAgents = useCan(accountsContract.listAgents);
  const mayEditContact = useCan(accountsContract.saveServiceContact);
  const numbers = useCall(
    accountsContract.userNumbers,
    {},
    { enabled: mayAddSite || mayEditRoles || mayAddStaff },
  );
  const figures = useCall(devicesContract.readFigures, {}, { enabled: mayAddDevice });
  const agents = useCall(accountsContract.listAgents, {}, { enabled: maySeeAgents });
  const contact = useCall(accountsContract.serviceContact, {}, { enabled: mayEditContact });
  if (!user || numbers.isLoading || figures.isLoading || agents.isLoading || contact.isLoading) return [];
  return startSteps(user.realm, {
    sites: mayAddSite ? numbers.data?.fieldNumber : undefined,
    devices: figures.data?.states.all,
    roles: mayEditRoles ? numbers.data?.roleNumber : undefined,
    staff: mayAddStaff ? numbers.data?.subUserNumber : undefined,
    agents: agents.data?.length,
    contacts: contact.data && (contact.data.phone ? 1 : 0),
  });
}

function Step({ step, number }: { step: StartStep; number: number }) {
  const t = useText();
  return (
    <li className={styles.step}>
      <span className={styles.stepMark} data-done={step.done || undefined}>
        {step.done ? <Icon name="check" size={16} /> : number}
      </span>
      <div className={styles.stepText}>
        <Text fw={600} c={step.done ? 'dimmed' : undefined}>
          {t(`home:start.${step.key}.title`)}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`home:start.${step.key}.hint`)}
        </Text>
      </div>
      {!step.done && (
        <Button component={Link} to={step.path} variant="light" size="sm">
          {t(`home:start.${step.key}.action`)}
        </Button>
      )}
    </li>
  );
}

export function GettingStarted() {
  const t = useText();
  const userId = useSession()?.id ?? '';
  const [dismissed, setDismissed] = useState(() => deviceStorage.getItem(dismissedKey(userId)) === '1');
  const steps = useSteps();
  const doneCount = steps.filter((step) => step.done).length;
  if (dismissed || steps.length === 0 || doneCount === steps.length) return null;
  const dismiss = () => {
    deviceStorage.setItem(dismissedKey(userId), '1');
    setDismissed(true);
  };
  return (
    <section className={styles.card}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {t('home:start.title')}
        </Title>
        <ActionIcon variant="subtle" color="gray" onClick={dismiss} aria-label={t('home:start.dismiss')}>
          <Icon name="x" />
        </ActionIcon>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Progress
          value={(doneCount / steps.length) * 100}
          flex={1}
          aria-label={t('home:start.progress', { done: doneCount, all: steps.length })}
        />
        <Text size="sm" c="dimmed">
          {t('home:start.progress', { done: doneCount, all: steps.length })}
        </Text>
      </Group>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <Step key={step.key} step={step} number={index + 1} />
        ))}
      </ol>
    </section>
  );
}
