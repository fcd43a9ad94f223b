import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { CodeField, codePattern } from '#kit/player/code-field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { OwnerPurpose } from '../contract/own-data.ts';
import { playerAppContract } from '../contract.ts';
import { payPasswordPattern } from '../rules/pay-password-rules.ts';
import { PasswordField } from './password-field.tsx';
import classes from './player-app.module.css';

type Leaving = OutputOf<typeof playerAppContract.readLeaving>;

/**
 * What shows that it is the owner who holds the phone: `fields` to type it in, `read` for what was typed; undefined, and said
 * at the field, where it is not whole.
 */
export function useOwnerProof(
  { proof, phone }: Pick<Leaving, 'proof' | 'phone'>,
  purpose: OwnerPurpose,
): {
  fields: ReactNode;
  read: () => { password?: string; code?: string } | undefined;
} {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  if (proof === 'none')
    return { read: () => undefined, fields: <Notice tone="warn">{t('playerapp:proof.none')}</Notice> };
  const pattern = proof === 'password' ? payPasswordPattern : codePattern;
  const error = wrong
    ? t(proof === 'password' ? 'playerapp:error.sixDigits' : 'kit:validation.smsCode')
    : undefined;
  return {
    read: () => {
      const isWhole = pattern.test(typed);
      setWrong(!isWhole);
      if (!isWhole) return undefined;
      return proof === 'password' ? { password: typed } : { code: typed };
    },
    fields: (
      <>
        <p className={classes.hint}>
          {proof === 'password'
            ? t('playerapp:proof.password')
            : t('playerapp:proof.code', { phone: phone ?? '' })}
        </p>
        {proof === 'password' ? (
          <PasswordField
            label={t('playerapp:password.password')}
            value={typed}
            onChange={setTyped}
            error={error}
          />
        ) : (
          <CodeField
            endpoint={playerAppContract.sendOwnerCode}
            wishOf={() => ({ purpose })}
            value={typed}
            onChange={setTyped}
            error={error}
          />
        )}
      </>
    ),
  };
}
