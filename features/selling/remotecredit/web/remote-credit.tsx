import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { remotecreditContract } from '../contract.ts';
import { ChooseMachine } from './choose-machine.tsx';
import { CreditForm } from './credit-form.tsx';
import { LinkForm } from './link-form.tsx';
import { type Machine, useMachineName } from './machine-name.ts';

const askAgainMs = 10_000;

/** Staff add coins to a machine from afar, or make a link by which a customer does. */
export default function RemoteCredit() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const equipmentId = query.get('equipmentId');
  const { data, error, refetch } = useCall(
    remotecreditContract.listCreditDevices,
    { equipmentId: equipmentId ?? '' },
    { refetchMs: askAgainMs, enabled: equipmentId !== null },
  );
  const change = (name: string, value: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  if (equipmentId && !data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  const machine = data?.records.find((candidate) => candidate.equipmentId === equipmentId);
  if (!machine)
    return (
      <Stack maw={720}>
        {equipmentId && <Alert color="red">{t('remotecredit:device.notFound')}</Alert>}
        <ChooseMachine onChoose={(id) => change('equipmentId', id)} />
      </Stack>
    );
  const way = query.get('way') === 'link' ? 'link' : 'staff';
  const Form = way === 'link' ? LinkForm : CreditForm;
  return (
    <Stack maw={720}>
      <ChosenMachine machine={machine} onChange={() => change('equipmentId', null)} />
      <SegmentedControl
        fullWidth
        size="md"
        value={way}
        onChange={(value) => change('way', value === 'link' ? value : null)}
        aria-label={t('remotecredit:page.mode')}
        data={[
          { value: 'staff', label: t('remotecredit:page.modeStaff') },
          { value: 'link', label: t('remotecredit:page.modeLink') },
        ]}
      />
      {!machine.online && <Alert color="coin">{t('remotecredit:device.offlineHint')}</Alert>}
      <Form key={machine.equipmentId} machine={machine} />
    </Stack>
  );
}

function ChosenMachine({ machine, onChange }: { machine: Machine; onChange: () => void }) {
  const t = useText();
  const nameOf = useMachineName();
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text fw={600}>{nameOf(machine)}</Text>
            <DeviceState device={machine} />
          </Group>
          <Hint truncate>
            {machine.fieldName} · {machine.code}
          </Hint>
        </div>
        <Button variant="subtle" onClick={onChange} style={{ flex: 'none' }}>
          {t('remotecredit:device.change')}
        </Button>
      </Group>
    </Paper>
  );
}
