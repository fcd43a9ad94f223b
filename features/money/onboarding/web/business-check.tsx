import { Button, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CallError } from '#kit/contract/client.ts';
import type { FieldIssue } from '#kit/kernel/errors.ts';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { onboardingContract } from '../contract.ts';
import { type Business, type StepName, stepOf } from './business-steps.tsx';
import { BusinessSummary } from './business-summary.tsx';
import classes from './onboarding.module.css';

type Issue = FieldIssue & { message: string };

const labelOf = (path: string) =>
  path.startsWith('photos.')
    ? `onboarding:photo.${path.slice('photos.'.length)}`
    : `onboarding:field.${fieldNames[path] ?? path}`;
const fieldNames: Record<string, string> = {
  businessCategoryCode: 'category',
  regionCode: 'region',
  bankCode: 'bank',
  bankRegionCode: 'bankRegion',
  branchName: 'branch',
};

/** The last step: everything once more, and what the server still misses. */
export function BusinessCheck({
  business,
  onStep,
}: {
  business: Business;
  onStep: (step: StepName) => void;
}) {
  const t = useText();
  const [, setQuery] = useSearchParams();
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const submit = useAct(onboardingContract.saveBusinessData, {
    success: 'onboarding:page.submitted',
    onDone: () => setQuery({}, { replace: true }),
  });
  const send = () =>
    submit.mutate(
      { submit: true },
      { onError: (error) => setIssues(error instanceof CallError ? error.issues : []) },
    );
  return (
    <Stack>
      {issues.length > 0 && (
        <Paper withBorder p="md" role="alert">
          <Text fw={600} mb="xs">
            {t('onboarding:page.incomplete')}
          </Text>
          <ul className={classes.issues}>
            {issues.map((issue) => (
              <li key={issue.path}>
                <UnstyledButton onClick={() => onStep(stepOf(issue.path))} py={6}>
                  <Text component="span" td="underline">
                    {t('onboarding:page.issue', { name: t(labelOf(issue.path)), problem: issue.message })}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </Paper>
      )}
      <BusinessSummary business={business} id={null} />
      <StickyActions>
        <Button variant="default" onClick={() => onStep('account')}>
          {t('kit:page.previousStep')}
        </Button>
        <Button loading={submit.isPending} onClick={send}>
          {t('onboarding:action.submit')}
        </Button>
      </StickyActions>
    </Stack>
  );
}
