import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnyEndpoint, OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { onboardingContract } from '../contract.ts';

type Submission = OutputOf<typeof onboardingContract.readSubmission>;
const numberPattern = /^\d{8,20}$/;

/** Passing an organisation may come with the numbers that the payment platforms gave it. */
export function PassSheet({
  submission,
  answers,
}: {
  submission: Submission;
  answers: readonly AnyEndpoint[];
}) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [wechat, setWechat] = useState(submission.wechatSubMerchant ?? '');
  const [alipay, setAlipay] = useState(submission.alipaySubMerchant ?? '');
  const pass = useAct(onboardingContract.decideSubmission, {
    success: 'onboarding:review.passed',
    invalidates: answers,
    onDone: () => setOpen(false),
  });
  const errorOf = (value: string) =>
    value === '' || numberPattern.test(value) ? undefined : t('onboarding:error.subMerchant');
  const send = () =>
    pass.mutate({
      id: submission.id,
      passed: true,
      wechatSubMerchant: wechat || undefined,
      alipaySubMerchant: alipay || undefined,
    });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('onboarding:review.pass')}</Button>
      <Sheet
        opened={open}
        onClose={() => setOpen(false)}
        title={t('onboarding:review.passTitle')}
        footer={
          <Button
            fullWidth
            mih={44}
            loading={pass.isPending}
            disabled={!!errorOf(wechat) || !!errorOf(alipay)}
            onClick={send}
          >
            {t('onboarding:review.pass')}
          </Button>
        }
      >
        <Stack>
          <Text size="sm">{t('onboarding:review.passHint')}</Text>
          {!submission.franchisee && (
            <>
              <TextInput
                label={t('onboarding:field.wechatSubMerchant')}
                description={t('onboarding:hint.subMerchant')}
                inputMode="numeric"
                value={wechat}
                error={errorOf(wechat)}
                onChange={(event) => setWechat(event.currentTarget.value.trim())}
              />
              <TextInput
                label={t('onboarding:field.alipaySubMerchant')}
                inputMode="numeric"
                value={alipay}
                error={errorOf(alipay)}
                onChange={(event) => setAlipay(event.currentTarget.value.trim())}
              />
            </>
          )}
        </Stack>
      </Sheet>
    </>
  );
}
