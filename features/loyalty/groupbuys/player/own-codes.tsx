import { momentText } from '#features/people/playerapp/player/public.ts';
import { useAnswer } from '#kit/player/answers.ts';
import { List, Row } from '#kit/player/list.tsx';
import { Badge, type Tone } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { VerificationState } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';

const shown = 10;

const tones: Partial<Record<VerificationState, Tone>> = {
  granted: 'good',
  verified: 'warn',
  verifying: 'warn',
  refused: 'bad',
};

/** What was redeemed lately. */
export function OwnCodes() {
  const t = useText();
  const { data } = useAnswer(groupBuysContract.listOwnVerifications, { size: shown });
  if (!data || data.records.length === 0) return null;
  const label = t('groupbuys:own.lately');
  return (
    <List label={label}>
      {data.records.map(({ id, worthText, title, createdAt, state }) => (
        <Row
          key={id}
          title={worthText}
          note={`${title} · ${momentText(createdAt)}`}
          state={<Badge tone={tones[state] ?? 'plain'}>{t(`groupbuys:verificationState.${state}`)}</Badge>}
        />
      ))}
    </List>
  );
}
