import { Button, Group, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { act } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { remotecreditContract } from '../contract.ts';
import { leftToday } from '../rules/consequence-rules.ts';
import { AllowanceLine, useAllowance } from './allowance.tsx';
import { AmountField } from './amount-field.tsx';
import { CreditResult } from './credit-result.tsx';
import type { Machine } from './machine-name.ts';

const { creditDevice, readCredit } = remotecreditContract;

/** Amount and reason, then what the machine says to it. */
export function CreditForm({ machine }: { machine: Machine }) {
  const [watched, setWatched] = useState<string | undefined>();
  const mayWatch = useCan(readCredit);
  if (watched && mayWatch) return <WatchedCredit id={watched} onAgain={() => setWatched(undefined)} />;
  return <AmountForm machine={machine} onSent={setWatched} />;
}

function AmountForm({ machine, onSent }: { machine: Machine; onSent: (id: string) => void }) {
  const t = useText();
  const { allowance, most } = useAllowance();
  const [requestId] = useState(newRequestId);
  const form = useForm({
    schema: creditDevice.input,
    initial: { equipmentId: machine.equipmentId, number: 1, requestId },
    order: ['number', 'remark'],
    guard: false,
    onSubmit: async (data) => onSent((await act(creditDevice, data)).id),
  });
  const count = typeof form.values.number === 'number' ? form.values.number : 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Stack>
        <AllowanceLine allowance={allowance} />
        <FormFields
          schema={creditDevice.input}
          form={form}
          fields={[
            {
              name: 'number',
              label: 'remotecredit:page.amount',
              comesTo: ({ number }) => leftToday(allowance?.left, number),
              wide: true,
              render: (field) => <AmountField {...field} most={most} />,
            },
            {
              name: 'remark',
              label: 'remotecredit:page.reason',
              hint: 'remotecredit:page.reasonHint',
              kind: 'text',
              wide: true,
            },
          ]}
        />
        <StickyActions>
          <Button
            type="submit"
            size="md"
            loading={form.submitting}
            disabled={!machine.online || allowance?.left === 0}
          >
            {t('remotecredit:page.submit', { count })}
          </Button>
        </StickyActions>
      </Stack>
    </form>
  );
}

function WatchedCredit({ id, onAgain }: { id: string; onAgain: () => void }) {
  const t = useText();
  return (
    <Loaded call={[readCredit, { id }]}>
      {(credit) => (
        <Paper withBorder>
          <CreditResult credit={credit} />
          <Group justify="center" pb="lg" px="md">
            <Button variant="default" component={Link} to="/sfrecord">
              {t('remotecredit:page.records')}
            </Button>
            <Button onClick={onAgain} disabled={credit.state === 'pending'}>
              {t('remotecredit:page.again')}
            </Button>
          </Group>
        </Paper>
      )}
    </Loaded>
  );
}
