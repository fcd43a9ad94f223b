import { Button, Paper, Progress, Stack, Stepper } from '@mantine/core';
import { useMemo } from 'react';
import { sitesContract } from '#features/base/sites/contract.ts';
import { defineForm, loadFrom } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { act, useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { onboardingContract } from '../contract.ts';
import { clearableFields } from '../fields.ts';
import { BusinessCheck } from './business-check.tsx';
import { type Business, type StepName, stepForm, stepNames } from './business-steps.tsx';

/** Trades and their lines as one searchable list. */
function useCategories() {
  const { data } = useCall(sitesContract.listBusinessCategories, {}, { staleMs: Number.POSITIVE_INFINITY });
  return useMemo(
    () =>
      (data?.data ?? []).flatMap((trade) =>
        (trade.children ?? []).map((line) => ({
          value: line.code,
          label: `${trade.name} / ${line.name}`,
          plain: true,
        })),
      ),
    [data],
  );
}

function StepProgress({ step, onStep }: { step: StepName; onStep: (step: StepName) => void }) {
  const t = useText();
  const phone = usePhone();
  const at = stepNames.indexOf(step);
  if (phone) {
    const label = t('kit:page.stepOf', {
      step: at + 1,
      count: stepNames.length,
      title: t(`onboarding:step.${step}`),
    });
    return (
      <div>
        <Hint mb={6}>{label}</Hint>
        <Progress value={((at + 1) / stepNames.length) * 100} aria-label={label} />
      </div>
    );
  }
  return (
    <Stepper active={at} onStepClick={(target) => onStep(stepNames[target] ?? step)} size="sm">
      {stepNames.map((name, index) => (
        <Stepper.Step key={name} label={t(`onboarding:step.${name}`)} allowStepSelect={index < at} />
      ))}
    </Stepper>
  );
}

const filled = (business: Business) =>
  Object.fromEntries(Object.entries(business).filter(([, value]) => value !== '' && value !== null));

/** An account is usually in the name of who fills this in. */
const toValues = (business: Business) => ({
  accountType: 'private',
  accountName: business.idCardName || undefined,
  legalPerson: business.idCardName || undefined,
  ...filled(business),
});

function StepPage({
  step,
  business,
  onStep,
}: {
  step: Exclude<StepName, 'check'>;
  business: Business;
  onStep: (step: StepName) => void;
}) {
  const t = useText();
  const categories = useCategories();
  const at = stepNames.indexOf(step);
  const { schema, fields } = useMemo(
    () => stepForm(step, business, categories),
    [step, business, categories],
  );
  const definition = defineForm({
    schema,
    fields,
    load: loadFrom(onboardingContract.readBusinessData, {}, toValues),
    submit: (data) => {
      const clear = clearableFields.filter(
        (name) => name in schema.shape && (data as Record<string, unknown>)[name] === undefined,
      );
      return act(onboardingContract.saveBusinessData, { ...data, clear });
    },
    submitLabel: 'onboarding:action.saveAndNext',
    afterwards: () => onStep(stepNames[at + 1] ?? 'check'),
    secondary:
      at > 0 ? (
        <Button variant="default" onClick={() => onStep(stepNames[at - 1] ?? 'identity')}>
          {t('kit:page.previousStep')}
        </Button>
      ) : undefined,
  });
  return <FormPage key={step} definition={definition} />;
}

/** The business data step by step; each step is saved on the server when it is left. */
export function BusinessWizard({
  step,
  business,
  onStep,
}: {
  step: StepName;
  business: Business;
  onStep: (step: StepName) => void;
}) {
  return (
    <Stack maw={880}>
      <Paper withBorder p="md">
        <StepProgress step={step} onStep={onStep} />
      </Paper>
      {step === 'check' ? (
        <BusinessCheck business={business} onStep={onStep} />
      ) : (
        <StepPage step={step} business={business} onStep={onStep} />
      )}
    </Stack>
  );
}
