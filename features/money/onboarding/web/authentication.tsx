import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useAct, useCall } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Hint, Time } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { onboardingContract } from '../contract.ts';
import { BusinessBadge } from './business-state.tsx';
import { type Business, type StepName, stepNames } from './business-steps.tsx';
import { BusinessSummary, Section } from './business-summary.tsx';
import { BusinessWizard } from './business-wizard.tsx';
import classes from './onboarding.module.css';
import { SubmissionHistory } from './submission-history.tsx';

function Status({ business, onEdit }: { business: Business; onEdit: () => void }) {
  const t = useText();
  const mayEdit = useCan(onboardingContract.saveBusinessData);
  const recall = useAct(onboardingContract.recallBusinessData, { success: 'onboarding:page.recalled' });
  const { state, reason, id } = business;
  return (
    <Paper withBorder p="md" component="section">
      <div className={classes.status}>
        <BusinessBadge state={state} />
        <Hint>
          {state === 'passed' || state === 'rejected' ? (
            <>
              {t('onboarding:page.decidedAt')} <Time value={business.decidedAt} />
            </>
          ) : (
            <>
              {t('onboarding:page.submittedAt')} <Time value={business.submittedAt} />
            </>
          )}
        </Hint>
      </div>
      <Text mt="sm">{t(`onboarding:explain.${state}`)}</Text>
      {reason && state === 'rejected' && (
        <Text mt="xs" fw={600}>
          {t('onboarding:page.reason', { reason })}
        </Text>
      )}
      {state !== 'passed' && business.verifiedName && (
        <Hint mt="xs">{t('onboarding:page.stillVerified', { name: business.verifiedName })}</Hint>
      )}
      {business.changed && business.editable && (
        <Text mt="xs" size="sm">
          {t('onboarding:page.changed')}
        </Text>
      )}
      {mayEdit && (
        <Group mt="md">
          {business.editable && (
            <Button onClick={onEdit} variant={state === 'passed' ? 'default' : 'filled'}>
              {t(state === 'passed' ? 'onboarding:action.change' : 'onboarding:action.correct')}
            </Button>
          )}
          {state === 'untreated' && id && (
            <ConfirmButton
              variant="default"
              title={t('onboarding:page.recallTitle')}
              body={t('onboarding:page.recallBody')}
              loading={recall.isPending}
              onConfirm={() => recall.mutate({ ids: [id] })}
            >
              {t('onboarding:action.recall')}
            </ConfirmButton>
          )}
        </Group>
      )}
    </Paper>
  );
}

function Papers({ business }: { business: Business }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const mayEdit = useCan(onboardingContract.saveBusinessData);
  const { data: audit } = useCall(onboardingContract.readAudit, {});
  const asked = stepNames.find((name) => name === query.get('step'));
  const onStep = (step: StepName) => {
    setQuery({ step });
    window.scrollTo({ top: 0 });
  };
  const fresh = business.state === 'none' || business.state === 'draft';
  if (business.editable && mayEdit && (asked || fresh))
    return <BusinessWizard step={asked ?? 'identity'} business={business} onStep={onStep} />;
  if (fresh)
    return <EmptyState title={t('onboarding:page.nothing')} hint={t('onboarding:page.nothingHint')} />;
  return (
    <Stack maw={880}>
      <Status business={business} onEdit={() => onStep('identity')} />
      <BusinessSummary business={business} id={business.changed ? null : business.id} />
      {audit && audit.history.length > 0 && (
        <Section name="history">
          <SubmissionHistory history={audit.history} />
        </Section>
      )}
    </Stack>
  );
}

/** Real-name verification: filled in step by step, audited by the platform, shown with its result. */
export default function Authentication() {
  return (
    <Loaded call={[onboardingContract.readBusinessData, {}]}>
      {(business) => <Papers business={business} />}
    </Loaded>
  );
}
