import { Button, Loader, Paper, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { VerificationState } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';
import classes from './groupbuys.module.css';

const { readVerification, askAgain, verifyCode } = groupBuysContract;
export type Verified = OutputOf<typeof verifyCode>;

const askEveryMs = 3000;

interface ResultProps {
  verified: Verified;
  onNext: () => void;
  /** the same code once more */
  onMore: () => void;
}

const toneOf = (state: VerificationState) => {
  if (state === 'granted') return 'good';
  return state === 'verifying' || state === 'verified' ? 'waiting' : 'bad';
};

/** What was given and how many uses are left; while the platform has not answered it is asked again. */
export function VerifyResult({ verified, ...props }: ResultProps) {
  if (toneOf(verified.state) !== 'waiting')
    return <Outcome {...props} verified={verified} state={verified.state} problem={verified.problem} />;
  return (
    <Loaded
      call={[readVerification, { id: verified.id }]}
      skeleton="block"
      refetchMs={askEveryMs}
      staleMs={0}
    >
      {({ state, problem }) => <Outcome {...props} verified={verified} state={state} problem={problem} />}
    </Loaded>
  );
}

interface OutcomeProps extends ResultProps {
  state: VerificationState;
  problem: string | null;
}

function Outcome({ verified, state, problem, onNext, onMore }: OutcomeProps) {
  const t = useText();
  const tone = toneOf(state);
  const { playerName, worthText, usesLeft, granted } = verified;
  const ask = useAct(askAgain);
  return (
    <Paper withBorder>
      <div className={classes.result} data-tone={tone} role="status">
        {state === 'verifying' ? (
          <Loader size={52} />
        ) : (
          <Icon name={tone === 'good' ? 'circle-check' : 'alert-triangle'} size={56} />
        )}
        <Heading size="h3">{t(`groupbuys:page.result.${tone}`)}</Heading>
        {tone !== 'bad' && (
          <>
            <div className={classes.worth}>
              {granted > 1 ? t('groupbuys:page.times', { worth: worthText, count: granted }) : worthText}
            </div>
            {playerName && <Text>{t('groupbuys:page.givenTo', { name: playerName })}</Text>}
          </>
        )}
        {problem && <Text fw={600}>{problem}</Text>}
        {tone === 'waiting' && <Hint>{t('groupbuys:page.waitHint')}</Hint>}
        {tone === 'good' && <Hint>{t('groupbuys:page.usesLeft', { count: usesLeft })}</Hint>}
        {tone === 'waiting' && (
          <Button
            size="lg"
            variant="default"
            loading={ask.isPending}
            onClick={() => ask.mutate({ id: verified.id })}
          >
            {t('groupbuys:page.askAgain')}
          </Button>
        )}
        <Button size="xl" onClick={onNext}>
          {t('groupbuys:page.next')}
        </Button>
        {tone === 'good' && usesLeft > 0 && (
          <Button size="lg" variant="default" onClick={onMore}>
            {t('groupbuys:page.oneMore')}
          </Button>
        )}
      </div>
    </Paper>
  );
}
