import { useState } from 'react';
import { momentText } from '#features/people/playerapp/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Held } from '#kit/player/held.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { usePlace } from '#kit/player/place.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { pointsContract } from '../contract.ts';

const { readTicketCode, claimTicketCode } = pointsContract;
type Claimed = OutputOf<typeof claimTicketCode>;

const ticketsPath = '/program/playerTickets';
const codePattern = /^[0-9A-Z]{12}$/;
/** As people type it: large or small, in groups or not. */
const codeOf = (typed: string) => typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** /program/membershipCode/lottery-ticket: the tickets of a code that the shop showed. */
export default function ClaimTickets() {
  const t = useText();
  const { search } = usePlace();
  const scanned = codeOf(new URLSearchParams(search).get('code') ?? '');
  const [typed, setTyped] = useState('');
  const [claimed, setClaimed] = useState<Claimed>();
  const code = scanned || codeOf(typed);
  return (
    <OwnPage title={t('points:screen.claimTickets')} hint={t('points:claim.nobodyHint')} back={ticketsPath}>
      {claimed ? (
        <Done claimed={claimed} />
      ) : (
        <>
          {!scanned && (
            <Card>
              <Field
                label={t('points:claim.code')}
                hint={t('points:claim.codeHint')}
                value={typed}
                onChange={setTyped}
                maxLength={20}
              />
            </Card>
          )}
          {codePattern.test(code) ? (
            <Offer key={code} code={code} onClaimed={setClaimed} />
          ) : (
            scanned && <Notice tone="bad">{t('points:error.codeForm')}</Notice>
          )}
        </>
      )}
    </OwnPage>
  );
}

function Offer({ code, onClaimed }: { code: string; onClaimed: (claimed: Claimed) => void }) {
  const t = useText();
  const { data, failure } = useAnswer(readTicketCode, { code });
  const { send, busy, refusal } = useSend(claimTicketCode);
  if (failure) return <Notice tone="bad">{failure}</Notice>;
  if (!data) return <Skeleton />;
  const claim = async () => {
    const answer = await send({ code });
    if (answer) onClaimed(answer);
  };
  return (
    <Card heading={data.fieldName ?? data.merchantName}>
      <Held name={t('points:claim.worth')} value={t('kit:pieces.ticket', { count: data.tickets })} />
      <Facts
        facts={[
          { name: t('points:claim.merchant'), value: data.merchantName },
          { name: t('points:claim.until'), value: momentText(data.expiresAt) },
        ]}
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button busy={busy} onClick={() => void claim()}>
        {t('points:claim.claim')}
      </Button>
    </Card>
  );
}

function Done({ claimed }: { claimed: Claimed }) {
  const t = useText();
  return (
    <Blank
      title={t('points:claim.done', { count: claimed.tickets })}
      hint={t('points:claim.held', { count: claimed.held, shop: claimed.fieldName ?? '' })}
    >
      <LinkButton to={ticketsPath}>{t('points:screen.ownTickets')}</LinkButton>
    </Blank>
  );
}
