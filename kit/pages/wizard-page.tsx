import { Heading, Hint } from '#kit/ui/display.tsx';
import '#kit/ui/all-styles.ts';
import { Button, Paper, Progress, Stepper, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { CallError } from '#kit/contract/client.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { tabStorage } from '#kit/ui/device-storage.ts';
import { useText } from '#kit/ui/i18n.ts';
import { forgetWithPerson } from '#kit/ui/person.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import type { FormField } from './form-definition.ts';
import { FormFields } from './form-fields.tsx';
import classes from './form-page.module.css';
import { checkValues, errorsByField, type FieldErrors, type Values } from './form-state.ts';
import { schemaField } from './schema-fields.ts';
import { useForm } from './use-form.ts';
import { parseWizard, storable, type WizardState } from './wizard-state.ts';

export interface WizardStep<S extends z.ZodObject = z.ZodObject> {
  key: string;
  /** translation keys */
  title: string;
  hint?: string;
  schema: S;
  fields: readonly FormField<S>[];
  /** asked of the server before the next step (a code, a free name); a CallError with issues shows beside the fields */
  check?: (values: Values) => Promise<unknown>;
}

export const wizardStep = <S extends z.ZodObject>(step: WizardStep<S>): WizardStep =>
  step as unknown as WizardStep;

export interface WizardDefinition {
  /** names the remembered state in this tab */
  id: string;
  steps: readonly WizardStep[];
  initial?: object;
  /** what will be sent, in the person's words */
  summary?: (values: Values) => ReactNode;
  submit: (values: Values) => Promise<unknown>;
  /** translation keys */
  submitLabel?: string;
  success?: string;
  afterwards?: () => void;
}

const draftPrefix = 'coinyard.wizard.';
forgetWithPerson(() => {
  for (const key of tabStorage.keys()) if (key.startsWith(draftPrefix)) tabStorage.removeItem(key);
});

/** Step by step, for things that are long or done once. A reload or a look elsewhere does not lose what was typed. */
export function WizardPage({ definition }: { definition: WizardDefinition }) {
  const t = useText();
  const wizard = useWizard(definition);
  const { steps } = definition;
  const step = steps[wizard.step];
  return (
    <div className={classes.form}>
      <WizardProgress definition={definition} step={wizard.step} onStep={wizard.goTo} />
      {step ? (
        <StepForm
          key={step.key}
          step={step}
          values={wizard.values}
          errors={wizard.errors}
          onBack={wizard.step > 0 ? (values) => wizard.goTo(wizard.step - 1, values) : undefined}
          onNext={wizard.next}
          last={wizard.step === steps.length - 1 && !definition.summary}
          submitLabel={definition.submitLabel}
        />
      ) : (
        <>
          <Paper withBorder className={classes.section} component="section">
            <Heading mb="md">{t('kit:page.summary')}</Heading>
            {definition.summary?.(wizard.values)}
          </Paper>
          <StickyActions everywhere>
            <Button variant="default" onClick={() => wizard.goTo(steps.length - 1)}>
              {t('kit:page.previousStep')}
            </Button>
            <Button loading={wizard.submitting} onClick={() => void wizard.submit(wizard.values)}>
              {t(definition.submitLabel ?? 'kit:action.submit')}
            </Button>
          </StickyActions>
        </>
      )}
    </div>
  );
}

/** State of a wizard without its looks. */
export function useWizard(definition: WizardDefinition) {
  const t = useText();
  const storageKey = draftPrefix + definition.id;
  const { steps } = definition;
  const [state, setState] = useState<WizardState>(() => {
    const stored = parseWizard(tabStorage.getItem(storageKey), steps.length);
    return { ...stored, values: { ...definition.initial, ...stored.values } };
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [submitting, setSubmitting] = useState(false);
  useEffect(() => {
    const secret = steps.flatMap((step) =>
      Object.entries(step.schema.shape as Record<string, z.ZodType>)
        .filter(([, schema]) => ['password', 'code'].includes(schemaField(schema).kind))
        .map(([name]) => name),
    );
    tabStorage.setItem(storageKey, storable(state, secret));
  }, [storageKey, state, steps]);

  const goTo = (step: number, values: Values = {}) => {
    setErrors({});
    setState((before) => ({ step, values: { ...before.values, ...values } }));
  };

  const submit = async (values: Values) => {
    // Something may have been lost on the way (a password after a reload): back to the first step that is not complete.
    const incomplete = steps.findIndex((step) => !checkValues(step.schema, values).ok);
    if (incomplete >= 0) {
      const checked = checkValues((steps[incomplete] as WizardStep).schema, values);
      goTo(incomplete, values);
      if (!checked.ok) setErrors(checked.errors);
      return;
    }
    setSubmitting(true);
    try {
      await definition.submit(values);
      tabStorage.removeItem(storageKey);
      if (definition.success) toast.success(t(definition.success));
      definition.afterwards?.();
    } catch (error) {
      const found = error instanceof CallError ? errorsByField(error.issues) : {};
      const wrong = steps.findIndex((step) => Object.keys(found).some((name) => name in step.schema.shape));
      if (wrong >= 0) {
        goTo(wrong, values);
        setErrors(found);
      }
      toast.failure(failureMessage(error));
    } finally {
      setSubmitting(false);
    }
  };

  const next = async (values: Values) => {
    const merged = { ...state.values, ...values };
    await steps[state.step]?.check?.(merged);
    if (state.step < steps.length - 1 || definition.summary) goTo(state.step + 1, values);
    else await submit(merged);
  };

  return { step: state.step, values: state.values, errors, submitting, goTo, next, submit };
}

function WizardProgress({
  definition,
  step,
  onStep,
}: {
  definition: WizardDefinition;
  step: number;
  onStep: (step: number) => void;
}) {
  const t = useText();
  const phone = usePhone();
  const titles = [
    ...definition.steps.map((one) => t(one.title)),
    ...(definition.summary ? [t('kit:page.summary')] : []),
  ];
  if (phone)
    return (
      <div>
        <Hint mb={6}>
          {t('kit:page.stepOf', { step: step + 1, count: titles.length, title: titles[step] ?? '' })}
        </Hint>
        <Progress
          value={((step + 1) / titles.length) * 100}
          aria-label={t('kit:page.stepOf', {
            step: step + 1,
            count: titles.length,
            title: titles[step] ?? '',
          })}
        />
      </div>
    );
  return (
    <Stepper active={step} onStepClick={(target) => target < step && onStep(target)} size="sm">
      {titles.map((title, index) => (
        <Stepper.Step key={title} label={title} allowStepSelect={index < step} />
      ))}
    </Stepper>
  );
}

interface StepFormProps {
  step: WizardStep;
  values: Values;
  errors: FieldErrors;
  onBack: ((values: Values) => void) | undefined;
  onNext: (values: Values) => Promise<unknown>;
  last: boolean;
  submitLabel: string | undefined;
}

function StepForm({ step, values, errors, onBack, onNext, last, submitLabel }: StepFormProps) {
  const t = useText();
  const form = useForm({
    schema: step.schema,
    initial: values,
    order: step.fields.map((field) => field.name),
    onSubmit: onNext as (data: unknown) => Promise<unknown>,
    // What was typed is kept in the tab: nothing is lost by leaving.
    guard: false,
  });
  const { setErrors } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per set of refusals from later steps
  useEffect(() => {
    if (Object.keys(errors).length > 0) setErrors(errors);
  }, [errors]);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {step.hint && <Text c="dimmed">{t(step.hint)}</Text>}
      <FormFields schema={step.schema} fields={step.fields} form={form} />
      <StickyActions everywhere>
        {onBack && (
          <Button variant="default" onClick={() => onBack(form.values)}>
            {t('kit:page.previousStep')}
          </Button>
        )}
        <Button type="submit" loading={form.submitting}>
          {last ? t(submitLabel ?? 'kit:action.submit') : t('kit:page.nextStep')}
        </Button>
      </StickyActions>
    </form>
  );
}
