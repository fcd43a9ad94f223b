import { Button, Divider, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { defineForm, type FormField, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { ownPath } from '#kit/ui/own-path.ts';
import { fleetContract } from '../contract.ts';
import { CodeEntry } from './code-entry.tsx';
import styles from './devices.module.css';
import { FreeMachines } from './free-machines.tsx';
import { placeFields, registerSchema, useFirstSite } from './register-fields.tsx';
import { Registered } from './registered-steps.tsx';
import { type Checked, CheckedDevice } from './scan-result.tsx';

const pinField: FormField<typeof registerSchema> = {
  name: 'claimPin',
  label: 'devices:field.claimPin',
  hint: 'fleet:hint.claimPin',
  required: true,
  inputMode: 'numeric',
  autoComplete: 'off',
  wide: true,
};

/** The address of a step of the registration; who came from the first steps goes back there at its end. */
const stepPath = (name: 'equipmentId' | 'done', value: string, then: string | undefined) =>
  `/register_equip?${new URLSearchParams({ [name]: value, ...(then && { then }) })}`;

const useThen = () => ownPath(useSearchParams()[0].get('then'));

function RegisterForm({ checked }: { checked: Checked }) {
  const navigate = useNavigate();
  const then = useThen();
  const { claimPin } = (useLocation().state ?? {}) as { claimPin?: string };
  const { ready, siteId } = useFirstSite();
  const form = useMemo(
    () =>
      ready &&
      defineForm({
        schema: registerSchema,
        texts: 'devices',
        fields: [pinField, ...placeFields],
        initial: { fieldId: siteId, type: checked.type, code: checked.code, claimPin, controlled: true },
        ...(then && { success: 'fleet:register.done' }),
        submit: submitTo(fleetContract.registerDevice),
        submitLabel: 'fleet:register.submit',
        header: <CheckedDevice checked={checked} />,
        afterwards: ({ equipmentId }: { equipmentId: string }) =>
          void navigate(then ?? stepPath('done', equipmentId, undefined), { replace: true }),
      }),
    [ready, siteId, checked, claimPin, then, navigate],
  );
  return form ? <FormPage definition={form} /> : <FormSkeleton />;
}

/** The first step: which machine. */
function ChooseMachine() {
  const t = useText();
  const navigate = useNavigate();
  const then = useThen();
  const goOn = (code: string, claimPin?: string) =>
    void navigate(stepPath('equipmentId', code, then), { state: { claimPin } });
  const scan = `/ewm?${new URLSearchParams({ for: 'register', ...(then && { then }) })}`;
  return (
    <Stack gap="lg" className={styles.narrow}>
      <FreeMachines onChosen={goOn} />
      <Text c="dimmed">{t('fleet:register.explain')}</Text>
      <Button component={Link} to={scan} size="lg" leftSection={<Icon name="scan" />}>
        {t('fleet:list.scan')}
      </Button>
      <Divider label={t('fleet:scan.or')} />
      <CodeEntry onEntered={(code) => goOn(code)} />
      <Button component={Link} to="/other_register_equip" variant="subtle">
        {t('fleet:register.noController')}
      </Button>
    </Stack>
  );
}

function CodeStep({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  return (
    <Loaded call={[fleetContract.checkDevice, { equipmentId }]}>
      {(checked) =>
        checked.owner === 'free' ? (
          <RegisterForm checked={checked} />
        ) : (
          <Stack gap="md" className={styles.narrow}>
            <CheckedDevice checked={checked} />
            <Text c="dimmed">{t(`fleet:scan.hint.${checked.owner}`)}</Text>
            <Button component={Link} to="/register_equip" variant="default">
              {t('fleet:register.otherCode')}
            </Button>
          </Stack>
        )
      }
    </Loaded>
  );
}

export default function RegisterDevice() {
  const [query] = useSearchParams();
  const done = query.get('done');
  const equipmentId = query.get('equipmentId');
  if (done) return <Registered equipmentId={done} another="/register_equip" />;
  return equipmentId ? <CodeStep key={equipmentId} equipmentId={equipmentId} /> : <ChooseMachine />;
}
