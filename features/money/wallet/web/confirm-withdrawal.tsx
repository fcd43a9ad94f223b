import { Button, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { z } from 'zod';
import { captchaShape, useCaptcha } from '#features/base/accounts/web/public.ts';
import { CallError } from '#kit/contract/client.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { openSheet } from '#kit/pages/open-form.ts';
import { useForm } from '#kit/pages/use-form.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { type Translate, translate, useText } from '#kit/ui/i18n.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import type { walletContract } from '../contract.ts';
import { Quote } from './quote.tsx';

/** Where the money goes, in the words of the choice and with the name that stands on it. */
export function payeeOf(
  { cards, wechat, verifiedName }: OutputOf<typeof walletContract.readWithdrawalChoices>,
  wish: { target?: string | undefined; cardId?: string | undefined },
  t: Translate,
) {
  if (wish.target === 'wechat')
    return {
      target: t('wallet:withdraw.wechat', { name: wechat.name ?? '' }),
      holder: verifiedName ?? '',
    };
  const card = cards.find(({ id }) => id === wish.cardId);
  return { target: card?.label ?? '', holder: card?.holder ?? '' };
}

export interface Proven {
  password: string;
  captchaKey?: string;
  captchaCode?: string;
}

interface Asked {
  amountFen: number;
  /** the card with its last digits, or the WeChat account */
  target: string;
  holder: string;
  /** what it costs and what arrives, where it costs something */
  quoted?: 'bank' | 'wechat';
  send(proven: Proven): Promise<unknown>;
}

const proof = z.object({ password: z.string().min(1).meta({ field: 'password' }), ...captchaShape });

/** What the sheet itself can mend; everything else belongs to the page below. */
const isAboutProof = (failure: unknown) =>
  !(failure instanceof CallError) ||
  failure.issues.some(({ path }) => path === 'password') ||
  /^accounts:error\./.test(failure.key ?? '');

/**
 * Says once more how much goes where, and asks for the password. Resolves to whether it was sent; a refusal that is not
 * about the password is thrown to the page, which has the field it is about.
 */
export async function confirmWithdrawal(asked: Asked): Promise<boolean> {
  const answer = await openSheet({
    title: translate('wallet:withdraw.confirmTitle'),
    content: (close) => <Proof asked={asked} close={close} />,
  });
  if (answer instanceof CallError) throw answer;
  return answer === 'sent';
}

function Proof({ asked, close }: { asked: Asked; close: (answer?: unknown) => void }) {
  const t = useText();
  const hint = useId();
  const captcha = useCaptcha();
  const form = useForm({
    schema: proof,
    guard: false,
    requires: () => captcha.fields.map(({ name }) => name),
    onSubmit: async (data) => {
      try {
        const password = await encryptPassword(data.password);
        await captcha.send(data.captcha, (answer) => asked.send({ password, ...answer }));
        close('sent');
      } catch (failure) {
        if (isAboutProof(failure)) throw failure;
        close(failure);
      }
    },
  });
  return (
    <form
      noValidate
      aria-describedby={hint}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void form.submit();
      }}
    >
      <Stack gap="sm">
        <div id={hint}>
          <HeroFigure>
            <Money fen={asked.amountFen} />
          </HeroFigure>
          <Text mt={4} fw={600}>
            {t('wallet:withdraw.to', { target: asked.target })}
          </Text>
          {asked.holder && <Hint>{t('wallet:withdraw.holder', { name: asked.holder })}</Hint>}
        </div>
        {asked.quoted && <Quote amountFen={asked.amountFen} target={asked.quoted} />}
        <FormFields
          schema={proof}
          form={form}
          plain
          fields={[
            {
              name: 'password',
              label: 'wallet:withdraw.password',
              hint: 'wallet:withdraw.passwordHint',
              autoComplete: 'current-password',
              wide: true,
            },
            ...captcha.fields,
          ]}
        />
        <Button type="submit" loading={form.submitting} fullWidth>
          {t('wallet:withdraw.confirm')}
        </Button>
      </Stack>
    </form>
  );
}
