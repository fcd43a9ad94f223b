import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { VerificationState } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';

const { redeemOwnCode, readOwnVerification } = groupBuysContract;
export type Redeemed = OutputOf<typeof redeemOwnCode>;

const askEveryMs = 3000;

const outcomeOf = (state: VerificationState) => {
  if (state === 'granted') return 'done';
  return state === 'verifying' || state === 'verified' ? 'waiting' : 'refused';
};

/** What was given; while the platform has not answered it is asked again. */
export function RedeemResult({ redeemed, onNext }: { redeemed: Redeemed; onNext: () => void }) {
  const t = useText();
  const waits = outcomeOf(redeemed.state) === 'waiting';
  const { data } = useAnswer(
    readOwnVerification,
    { id: redeemed.id },
    { enabled: waits, everyMs: ({ state }) => (outcomeOf(state) === 'waiting' ? askEveryMs : undefined) },
  );
  const outcome = outcomeOf(data?.state ?? redeemed.state);
  const { worthText, usesLeft, granted, fieldName } = redeemed;
  const worth = granted > 1 ? t('groupbuys:page.times', { worth: worthText, count: granted }) : worthText;
  return (
    <Blank
      title={t(`groupbuys:own.result.${outcome}`, { worth })}
      hint={
        outcome === 'done'
          ? t('groupbuys:own.doneHint', { shop: fieldName, count: usesLeft })
          : t(`groupbuys:own.resultHint.${outcome}`)
      }
    >
      {outcome === 'done' && <LinkButton to="/program/my">{t('groupbuys:own.seeMine')}</LinkButton>}
      <Button kind="soft" onClick={onNext}>
        {t('groupbuys:own.next')}
      </Button>
    </Blank>
  );
}
